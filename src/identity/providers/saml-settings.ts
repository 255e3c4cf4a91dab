import { X509Certificate } from 'node:crypto';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { readMarkup } from '../../platform/sandbox/markup.ts';
import type { GivenProvider, Provider } from './providers.ts';

/** What must be signed in an answer. Whatever is used must be signed, in any case. */
export const signedParts = ['both', 'assertion', 'response'] as const;

/** What only SAML providers have. */
export interface SamlSettings {
  /** Where people sign in, by the redirect binding. */
  signInUrl: string;
  /** Where answers to its logout requests go, by the redirect binding. Empty: people stay here. */
  signOutUrl?: string;
  /** Certificates of the provider in PEM. Several while one replaces another. */
  certificates: string[];
  signed: (typeof signedParts)[number];
  /** Whether our requests are signed. */
  signsRequests: boolean;
  /** Whether assertions that are not encrypted are refused. */
  mustEncrypt?: boolean;
  /** Our certificate in PEM. Its key is the secret of the provider. */
  certificate: string;
}

/** What operators type of a SAML provider. */
export interface GivenSaml {
  /** Metadata of the provider (XML). Replaces the entity ID, the sign-in URL and the certificates. */
  metadata: string;
  sign_in_url: string;
  sign_out_url: string;
  /** In PEM, one below the other. */
  certificates: string;
  signed: SamlSettings['signed'];
  signs_requests: boolean;
  must_encrypt: boolean;
}

const maxCertificates = 5;

/** The metadata document of this service provider, which is also its entity ID by default. */
export const metadataUrl = (origin: string, slug: string): string => `${origin}/signin/with/${slug}/metadata`;

/** Parses the settings of a SAML provider, but for its sign-in URL. A new one gets a key and a certificate of ours. */
export async function parseSaml(app: App, given: GivenProvider, before?: Provider) {
  const typed = given.saml;
  if (!typed) throw invalid('metadata', msg('Enter the metadata of the provider'));
  const read = typed.metadata.trim() === '' ? undefined : await parseMetadata(typed.metadata);
  const issuer = read?.entityId ?? given.issuer.trim();
  if (issuer === '' || issuer.length > 500)
    throw invalid('issuer', msg('Enter the entity ID of the provider'));
  const own = before?.saml
    ? { secret: before.secret, certificate: before.saml.certificate }
    : await createCertificate(app);
  const saml: SamlSettings = {
    signInUrl: read?.signInUrl ?? typed.sign_in_url.trim(),
    signOutUrl: read?.signOutUrl ?? typed.sign_out_url.trim(),
    certificates: read
      ? parseCertificates('metadata', read.certificates)
      : parseCertificates('certificates', splitCertificates(typed.certificates)),
    signed: typed.signed,
    signsRequests: typed.signs_requests || (read?.wantsSignedRequests ?? false),
    mustEncrypt: typed.must_encrypt,
    certificate: own.certificate,
  };
  const client_id = given.client_id.trim() || metadataUrl(app.config.plazaUrl, given.slug);
  return { issuer, client_id, secret: own.secret, saml };
}

/** Several certificates in PEM, or one without its first and last line, as some providers show it. */
function splitCertificates(text: string): string[] {
  const bodies = text.match(/-----BEGIN CERTIFICATE-----[^-]+/g) ?? [text];
  return bodies.map((body) => body.replace('-----BEGIN CERTIFICATE-----', ''));
}

function parseCertificates(field: string, bodies: readonly string[]): string[] {
  const unique = [...new Set(bodies.map((body) => body.replaceAll(/\s/g, '')))];
  if (unique.length > maxCertificates)
    throw invalid(field, msg('Use at most {max} certificates', { max: maxCertificates }));
  return unique.map((body) => {
    try {
      const certificate = new X509Certificate(Buffer.from(body, 'base64'));
      if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('not RSA');
      return certificate.toString();
    } catch (cause) {
      throw new Problem('invalid', msg('Enter the provider’s certificate (X.509 with an RSA key, PEM)'), {
        field,
        cause,
      });
    }
  });
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata document of an identity provider. */
async function parseMetadata(xml: string) {
  const found = { entities: 0, entityId: '', signInUrl: '', signOutUrl: '', certificates: [] as string[] };
  let wantsSignedRequests = false;
  let isProvider = false;
  let isSigning = false;
  let certificate: string | undefined;
  const isWhole = await readMarkup(
    xml,
    {
      onopentag: (qualified, attributes) => {
        const name = qualified.replace(/^.*:/, '');
        if (name === 'EntityDescriptor') found.entityId = attributes.entityID?.trim() ?? '';
        if (name === 'IDPSSODescriptor') {
          isProvider = true;
          found.entities += 1;
          wantsSignedRequests = attributes.WantAuthnRequestsSigned === 'true';
        }
        if (name === 'KeyDescriptor') isSigning = isProvider && attributes.use !== 'encryption';
        if (name === 'X509Certificate' && isSigning) certificate = '';
        if (name === 'SingleSignOnService' && isProvider && attributes.Binding === redirectBinding)
          found.signInUrl ||= attributes.Location?.trim() ?? '';
        if (name === 'SingleLogoutService' && isProvider && attributes.Binding === redirectBinding)
          found.signOutUrl ||= (attributes.ResponseLocation ?? attributes.Location ?? '').trim();
      },
      ontext: (text) => {
        if (certificate !== undefined) certificate += text;
      },
      onclosetag: (qualified) => {
        const name = qualified.replace(/^.*:/, '');
        if (name === 'IDPSSODescriptor') isProvider = false;
        if (name === 'X509Certificate' && certificate !== undefined) {
          found.certificates.push(certificate);
          certificate = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  const { entities, entityId, signInUrl, signOutUrl, certificates } = found;
  if (!isWhole || entities !== 1 || entityId === '' || signInUrl === '' || certificates.length === 0)
    throw invalid(
      'metadata',
      msg('This is not the metadata of one identity provider with a certificate and the redirect binding'),
    );
  return { entityId, signInUrl, signOutUrl, certificates, wantsSignedRequests };
}

/** A key, and a certificate that says nothing but our host: providers compare the key only. */
async function createCertificate({ clock, config }: App): Promise<{ secret: string; certificate: string }> {
  await import('reflect-metadata'); // `@peculiar/x509` does not import it.
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  const { subtle } = globalThis.crypto;
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const keys = await subtle.generateKey({ ...rsa, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    'sign',
    'verify',
  ]);
  const now = clock.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${new URL(config.plazaUrl).hostname}`,
    notBefore: now,
    notAfter: new Date(now.getTime() + days(3650)),
    keys,
    signingAlgorithm: rsa,
  });
  const key = Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { secret: key, certificate: certificate.toString('pem') };
}
