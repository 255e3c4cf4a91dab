import { Type } from 'typebox';
import { Problem, msg } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { getEnabledProvider, type Provider } from '../providers/providers.ts';
import { pageDevice, type Device } from '../sessions/sessions.ts';
import { receiveAssertion, serviceMetadata, logoutUrl, settingsOf, toPem } from './saml.ts';
import { minutes } from '../../kernel/time.ts';
import { inTransaction, verb } from '../../platform/app.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { endProviderSessions } from '../sessions/end-access.ts';
import { countMessage } from './requests.ts';
import { samlLogoutTask, type SamlLogout } from './saml-task.ts';

const Slug = Type.Object({ slug: Type.String({ maxLength: 40 }) });
/** Answers have some kilobytes, or a few hundred with many groups. */
const maxAnswer = 250_000;

/** As long as the query of a request may be. */
const maxLogout = 15_000;
const RelayState = Type.Optional(Type.String({ maxLength: 1000 }));

/** Parameters of the query as they were written, because that is what is signed. Undefined if one is repeated. */
function partsOf(path: string): ReadonlyMap<string, string> | undefined {
  const all = path
    .slice(path.indexOf('?') + 1)
    .split('&')
    .map((part): [string, string] => [part.split('=', 1)[0] ?? '', part]);
  const parts = new Map(all);
  return parts.size === all.length ? parts : undefined;
}

/** What SAML providers call. The same on both services. */
export const samlPages = (service: 'plazaUrl' | 'hopUrl') => [
  page({
    method: 'GET',
    path: '/signin/with/:slug/metadata',
    access: 'anyone',
    params: Slug,
    handle: async ({ app, params }) => {
      const { plazaUrl, hopUrl } = app.config;
      const body = serviceMetadata(await getEnabledProvider(app, params.slug), [plazaUrl, hopUrl]);
      return { type: 'application/samlmetadata+xml; charset=utf-8', body };
    },
  }),
  page({
    method: 'POST',
    path: '/signin/with/:slug/acs',
    verb: receiveAssertion,
    access: 'anyone',
    // The provider's page submits it. The answer is bound to the browser by the page that follows.
    anyOrigin: true,
    params: Slug,
    body: Type.Object({
      SAMLResponse: Type.String({ maxLength: maxAnswer }),
      RelayState: Type.Optional(Type.String({ maxLength: maxAnswer })),
    }),
    handle: async ({ app, client, params: { slug }, body }) => {
      try {
        const answer = { slug, origin: app.config[service], response: body.SAMLResponse };
        await receiveAssertion(app, answer, pageDevice(client));
        return redirect(`/signin/with/${slug}/callback`);
      } catch (error) {
        if (!(error instanceof Problem) || error.kind === 'missing') throw error;
        return redirect('/signin', { kind: 'error', text: t(error.text) });
      }
    },
  }),
  page({
    method: 'GET',
    path: '/signin/with/:slug/slo',
    verb: receiveSamlLogout,
    access: 'anyone',
    params: Slug,
    query: Type.Object({
      SAMLRequest: Type.String({ maxLength: maxLogout }),
      RelayState,
      SigAlg: Type.String({ maxLength: 200, default: '' }),
      Signature: Type.String({ maxLength: 2000, default: '' }),
    }),
    handle: async ({ app, client, params: { slug }, query }) => {
      if (client.isPrefetch) return redirect('/');
      const { SAMLRequest: request, RelayState: relayState = '', SigAlg: algorithm, Signature } = query;
      const parts = partsOf(client.path);
      const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => parts?.get(name) ?? []);
      const brought = {
        ...{ slug, origin: app.config[service], relayState, request },
        query: { signed: signed.join('&'), algorithm, signature: Signature },
      };
      return signedOut(await receiveSamlLogout(app, brought, pageDevice(client)));
    },
  }),
  page({
    method: 'POST',
    path: '/signin/with/:slug/slo',
    verb: receiveSamlLogout,
    access: 'anyone',
    // The request carries its own proof: its signature.
    anyOrigin: true,
    params: Slug,
    body: Type.Object({ SAMLRequest: Type.String({ maxLength: maxAnswer }), RelayState }),
    handle: async ({ app, client, params: { slug }, body }) => {
      const { SAMLRequest: request, RelayState: relayState = '' } = body;
      const brought = { slug, origin: app.config[service], relayState, request, query: undefined };
      return signedOut(await receiveSamlLogout(app, brought, pageDevice(client)));
    },
  }),
];

const signedOut = (there: string | undefined) =>
  redirect(there ?? '/', there === undefined ? { kind: 'info', text: t('Signed out') } : undefined);

/** A logout request as a browser brings it. */
interface Brought extends Pick<SamlLogout, 'request' | 'query'> {
  slug: string;
  origin: string;
  relayState: string;
}

/** How long a request is remembered: after that, it is too old. */
const longestAge = minutes(10);

/**
 * Ends the sessions that a provider names in a signed request (single logout). Returns where the browser goes: to the
 * provider with the answer, or undefined if it has no address for that.
 */
const receiveSamlLogout = verb(
  {
    name: 'provider-sign-in.receive-saml-logout',
    who: 'anyone',
    limit: { by: ['address'], calls: 30, within: minutes(1) },
  },
  async (
    app,
    { slug, origin, relayState, ...brought }: Brought,
    device: Device,
  ): Promise<string | undefined> => {
    const provider = await getEnabledProvider(app, slug);
    if (!provider.saml) throw badRequest();
    const { clientId: entityId, issuer } = provider;
    const { certificates } = provider.saml;
    try {
      const { id, nameId, sessions } = await runSandboxed(
        app,
        samlLogoutTask,
        { ...brought, url: logoutUrl(origin, slug), entityId, issuer, certificates },
        { class: 'free', owner: device.address, seconds: 5 },
      );
      // A request that is sent again must not end sessions that began since.
      if (!(await countMessage(app, provider, `logout ${id}`, longestAge)))
        throw new Error('a request that was used before');
      await inTransaction(app, async (app) => {
        for (const sid of sessions.length === 0 ? [undefined] : sessions)
          await endProviderSessions(app, provider.id, { subject: nameId, sid });
      });
      return await answerUrl(provider, id, relayState);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') throw error;
      app.log.warn({ provider: slug, err: error as Error }, 'a logout request was refused');
      throw badRequest(error);
    }
  },
);

const badRequest = (cause?: unknown) =>
  new Problem('invalid', msg('This is not a valid logout request'), { field: 'SAMLRequest', cause });

/** The provider's address with a signed LogoutResponse, in the redirect binding. */
async function answerUrl(provider: Provider, id: string, relayState: string): Promise<string | undefined> {
  const { signInUrl, signOutUrl = '', certificates } = settingsOf(provider);
  if (signOutUrl === '') return undefined;
  const { SAML } = await import('@node-saml/node-saml');
  const saml = new SAML({
    entryPoint: signInUrl,
    logoutUrl: signOutUrl,
    callbackUrl: signInUrl,
    issuer: provider.clientId,
    idpCert: certificates,
    privateKey: toPem(provider.secret),
    signatureAlgorithm: 'sha256',
  });
  const request = { ID: id } as Parameters<typeof saml.getLogoutResponseUrlAsync>[0];
  return saml.getLogoutResponseUrlAsync(request, relayState, {}, true);
}
