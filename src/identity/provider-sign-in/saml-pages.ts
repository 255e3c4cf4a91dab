import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { getEnabledProvider } from '../providers/providers.ts';
import { pageDevice } from '../sessions/sessions.ts';
import { receiveAssertion, serviceMetadata } from './saml.ts';
import { receiveSamlLogout } from './saml-sign-out.ts';

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
