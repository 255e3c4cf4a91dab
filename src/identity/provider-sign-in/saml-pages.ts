import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { getEnabledProvider } from '../providers/providers.ts';
import { pageDevice } from '../sessions/sessions.ts';
import { receiveAssertion, serviceMetadata } from './saml.ts';

const Slug = Type.Object({ slug: Type.String({ maxLength: 40 }) });
/** Answers have some kilobytes, or a few hundred with many groups. */
const maxAnswer = 250_000;

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
];
