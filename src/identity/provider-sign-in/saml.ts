import { createPrivateKey } from 'node:crypto';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import { toStorable } from '../../kernel/text.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { verb } from '../../platform/app.ts';
import { html } from '../../web/html.ts';
import { getEnabledProvider, type Provider } from '../providers/providers.ts';
import type { Device } from '../sessions/sessions.ts';
import { failed, type ProviderIdentity } from './protocol.ts';
import { countMessage, keepAsserted, takeRequestById } from './requests.ts';
import { samlTask, type SamlAssertion } from './saml-task.ts';

/** Where providers post their answers to. */
export const assertionUrl = (origin: string, slug: string): string => `${origin}/signin/with/${slug}/acs`;

/** Where they send their logout requests to. */
export const logoutUrl = (origin: string, slug: string): string => `${origin}/signin/with/${slug}/slo`;

/** The id of a request. The provider repeats it in its answer, and it does not tell the handle. */
const requestIdOf = (handle: string): string => `_${tokenHash(handle).toString('hex')}`;

export const settingsOf = (provider: Provider) => {
  if (!provider.saml) throw failed(provider);
  return provider.saml;
};

/** The URL at the provider where a person signs in, with an AuthnRequest in the redirect binding. */
export async function samlSignInUrl(
  provider: Provider,
  { redirectUri, isAgain }: { redirectUri: string; isAgain: boolean },
  handle: string,
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const { signInUrl, certificates, signsRequests } = settingsOf(provider);
  const saml = new SAML({
    entryPoint: signInUrl,
    callbackUrl: redirectUri,
    issuer: provider.clientId,
    idpCert: certificates,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isAgain,
    generateUniqueId: () => requestIdOf(handle),
    ...(signsRequests && { privateKey: toPem(provider.secret), signatureAlgorithm: 'sha256' as const }),
  });
  // No RelayState: where to go afterwards is stored with the request, and what comes back is ignored.
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** Our private key of a provider. */
export const toPem = (key: string): string =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();

/** What to import at the provider: our entity ID, our certificate, and the address of each service. */
export function serviceMetadata(provider: Provider, origins: readonly string[]): string {
  const { certificate, signsRequests, signed } = settingsOf(provider);
  const text = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const keys = ['signing', 'encryption'].map(
    (use) =>
      html`<md:KeyDescriptor use="${use}"
        ><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
          ><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo
        ></md:KeyDescriptor
      >`,
  );
  const services = origins.map(
    (origin, index) =>
      html`<md:AssertionConsumerService
        Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
        Location="${assertionUrl(origin, provider.slug)}"
        index="${index}"
        isDefault="${index === 0 ? 'true' : 'false'}"
      />`,
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.clientId}">
      <md:SPSSODescriptor
        AuthnRequestsSigned="${signsRequests ? 'true' : 'false'}"
        WantAssertionsSigned="${signed === 'response' ? 'false' : 'true'}"
        protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
      >
        ${keys}
        ${['POST', 'Redirect'].map(
          (binding) =>
            html`<md:SingleLogoutService
              Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}"
              Location="${logoutUrl(origins[0] ?? '', provider.slug)}"
            />`,
        )}
        ${services}
      </md:SPSSODescriptor>
    </md:EntityDescriptor> `.text;
}

/**
 * Checks an answer that a browser brings from a provider, and keeps who it is about until the same browser comes back
 * by a link: a form of another site brings no cookies. The request is used up, whatever the answer says.
 */
export const receiveAssertion = verb(
  { name: 'provider-sign-in.receive-assertion', who: 'anyone' },
  async (
    app,
    { slug, origin, response }: { slug: string; origin: string; response: string },
    device: Device,
  ): Promise<void> => {
    const provider = await getEnabledProvider(app, slug);
    // A hint only: what is signed is compared with it.
    const named = /\bInResponseTo\s*=\s*["']_([0-9a-f]{64})["']/.exec(
      Buffer.from(response, 'base64').toString('utf8'),
    );
    if (!named?.[1])
      throw invalid(
        'SAMLResponse',
        msg('This sign-in did not begin here. Choose {label} below.', { label: provider.label }),
      );
    const id = Buffer.from(named[1], 'hex');
    const { provider: asked, next, state } = await takeRequestById(app, id);
    const url = assertionUrl(origin, slug);
    if (asked.id !== provider.id || state.redirectUri !== url) throw failed(provider);
    const { certificates, signed, mustEncrypt = false } = settingsOf(provider);
    try {
      const assertion = await runSandboxed(
        app,
        samlTask,
        {
          ...{ response, url, certificates, signed, requestId: `_${named[1]}` },
          ...{ entityId: provider.clientId, issuer: provider.issuer },
          ...{ privateKey: toPem(provider.secret), mustEncrypt },
        },
        { class: 'free', owner: device.address, seconds: 5 },
      );
      if (!(await countMessage(app, provider, assertion.id, assertion.lifetime)))
        throw new Error('an assertion that was used before');
      await keepAsserted(app, id, next, identityOf(provider, assertion));
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') throw error;
      app.log.warn({ provider: slug, err: error as Error }, 'a sign-in with a provider failed');
      throw failed(provider, error);
    }
  },
);

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Names that providers give to what we ask for: their own, LDAP’s, and those of Microsoft. */
const names = {
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
  name: ['displayName', 'name', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3', 'http://schemas.microsoft.com/identity/claims/displayname', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'],
  givenName: ['givenName', 'firstName', 'urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname'],
  familyName: ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname'],
  username: ['username', 'uid', 'preferred_username', 'urn:oid:0.9.2342.19200300.100.1.1'],
}; // prettier-ignore

/** Classes of authentication with more than a password. */
const strongContext =
  /multifactor|twofactor|multipleauthn|timesynctoken|smartcard|refeds\.org\/profile\/mfa/i;

function identityOf(provider: Provider, assertion: SamlAssertion): ProviderIdentity {
  const { nameId, nameIdFormat, attributes, contextClass, sessionIndex, authenticatedAt } = assertion;
  if (nameIdFormat === transient) throw new Error('a transient NameID says nobody');
  const values = (asked: readonly string[]) =>
    asked
      .flatMap((name) => (Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []))
      .map(toStorable);
  const first = (asked: readonly string[]) =>
    values(asked)
      .find((value) => value.trim() !== '')
      ?.trim() ?? '';
  const email = first(names.email) || (nameId.includes('@') ? nameId : '');
  return {
    subject: nameId,
    email,
    // The organization says so. Whether that counts is the operator’s choice.
    isEmailVerified: email !== '',
    name: first(names.name) || `${first(names.givenName)} ${first(names.familyName)}`.trim(),
    username: first(names.username),
    groups: provider.groupsClaim === '' ? [] : values([provider.groupsClaim]),
    hasSecondFactor: strongContext.test(contextClass),
    sid: sessionIndex,
    idToken: '',
    authenticatedAt,
  };
}
