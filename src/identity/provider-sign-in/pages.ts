import { Type } from 'typebox';
import { missing, msg, Problem } from '../../kernel/problem.ts';
import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { afterSignIn } from '../account-deletion/account-deletion.ts';
import { safeRedirectPath } from '../account/people.ts';
import { isActivated } from '../activation/activation.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { withAnswers } from '../profile-fields.ts';
import { arePasswordsOff, getEnabledProvider, listEnabledProviders } from '../providers/providers.ts';
import { challengeCookie, challengeSeconds } from '../second-factor/challenge.ts';
import { pageDevice, replaceSession } from '../sessions/sessions.ts';
import { NewcomerFields, parseNewcomer } from '../sign-up/components.ts';
import { getAsked } from '../sign-up/sign-up.ts';
import { answerProvider, beginProviderSignIn, isTrusted, joinWithProvider } from './provider-sign-in.ts';
import {
  connectIdentity,
  disconnectIdentity,
  listLinkedIdentities,
  identityName,
} from './linked-identities.ts';
import { findIdentity, getIdentity, requestCookie, requestSeconds } from './requests.ts';
import { connectView, continueView, disconnectView, joinView, methodsView, waitingView } from './views.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });
const Slug = Type.Object({ slug: Type.String({ maxLength: 40 }) });
const methods = '/settings/sign-in-methods';
const handleOf = ({ cookies }: Client) => cookies[requestCookie] ?? '';
const withNext = (path: string, next: string) => `${path}?${new URLSearchParams({ next }).toString()}`;

const showMethods = async (app: App, viewer: Viewer, state: FormState = {}) =>
  methodsView({
    providers: await listEnabledProviders(app),
    linked: await listLinkedIdentities(app, viewer.id),
    hasPassword: await hasPassword(app, viewer),
    state,
  });

async function showDisconnect(app: App, viewer: Viewer, id: string, state: FormState = {}) {
  const found = (await listLinkedIdentities(app, viewer.id)).find((each) => each.id === id);
  if (!found) throw missing(msg('Connected account'));
  return disconnectView(found, await hasPassword(app, viewer), state);
}

async function hasPassword(app: App, viewer: Viewer): Promise<boolean> {
  const { password_hash } = await app.db
    .selectFrom('identity.account')
    .select('password_hash')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  return password_hash !== '' && !(await arePasswordsOff(app));
}

async function showJoin(app: App, client: Client, state?: FormState) {
  const { provider, next, state: identity } = await getIdentity(app, handleOf(client));
  const email = isTrusted(provider, identity) ? identity.email : undefined;
  const proposed = { name: identity.name, username: identity.username, email: identity.email };
  return joinView({
    label: provider.label,
    email,
    asked: { ...(await getAsked(app)), next },
    state: state ?? { values: proposed },
  });
}

/** Pages to sign in with a provider and to connect one. The same on both services. */
export const providerSignInPages = (service: 'plazaUrl' | 'hopUrl') => [
  page({
    method: 'GET',
    path: '/signin/with/:slug',
    verb: beginProviderSignIn,
    access: 'anyone',
    params: Slug,
    query: Type.Object({
      next: Type.Optional(Type.String({ maxLength: 8000 })),
      again: Type.Optional(Type.String()),
    }),
    handle: async ({ app, client, params, query }) => {
      if (client.isPrefetch) return redirect('/signin');
      const { url, handle } = await beginProviderSignIn(
        app,
        {
          slug: params.slug,
          origin: app.config[service],
          next: safeRedirectPath(query.next),
          isAgain: query.again !== undefined,
        },
        pageDevice(client),
      );
      client.setCookie(requestCookie, handle, { maxAge: requestSeconds });
      return redirect(url);
    },
  }),
  page({
    method: 'GET',
    path: '/signin/with/:slug/callback',
    verb: answerProvider,
    access: 'anyone',
    params: Slug,
    handle: async ({ app, viewer, client, params }) => {
      const returned = { handle: handleOf(client), slug: params.slug, query: client.path };
      try {
        const answer = await answerProvider(app, returned, viewer, pageDevice(client));
        const { label } = answer.provider;
        if (answer.step === 'connect') return redirect('/signin/connect');
        if (answer.step === 'register') return redirect('/signup/with');
        client.clearCookie(requestCookie);
        if (answer.step === 'connected')
          return redirect(methods, { kind: 'success', text: t('{label} connected', { label }) });
        if (answer.step === 'second-factor') {
          client.setCookie(challengeCookie, answer.challenge.handle, { maxAge: challengeSeconds });
          return redirect(withNext('/signin/code', answer.next));
        }
        await replaceSession(app, client, answer.session);
        return redirect(await afterSignIn(app, answer.session.accountId, answer.next));
      } catch (error) {
        if (!(error instanceof Problem) || error.kind === 'throttled') throw error;
        return redirect(viewer ? methods : '/signin', { kind: 'error', text: t(error.text) });
      }
    },
  }),
  page({
    method: 'GET',
    path: '/signin/connect',
    access: 'anyone',
    handle: async ({ app, viewer, client }) => {
      const waiting = await findIdentity(app, handleOf(client));
      if (!waiting) return redirect('/signin', { kind: 'info', text: t('This took too long. Start over.') });
      const { provider, state: identity } = waiting;
      return viewer
        ? connectView({
            label: provider.label,
            name: identityName(identity),
            username: viewer.username,
            state: {},
          })
        : waitingView({ label: provider.label, email: identity.email });
    },
  }),
  page({
    method: 'POST',
    path: '/signin/connect',
    verb: connectIdentity,
    access: 'member',
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      const { next } = await getIdentity(app, handleOf(client));
      await requirePassword(app, viewer.id, body.current, client);
      const { label } = await connectIdentity(app, viewer.id, handleOf(client));
      client.clearCookie(requestCookie);
      return redirect(next, { kind: 'success', text: t('{label} connected', { label }) });
    },
    again: async ({ app, viewer, client }, problem) => {
      const { provider, state: identity } = await getIdentity(app, handleOf(client));
      return connectView({
        label: provider.label,
        name: identityName(identity),
        username: viewer.username,
        state: refused({}, problem),
      });
    },
  }),
  page({
    method: 'GET',
    path: '/signup/with',
    access: 'anyone',
    handle: async ({ app, viewer, client }) =>
      viewer || !(await findIdentity(app, handleOf(client)))
        ? redirect(viewer ? '/' : '/signin', { kind: 'info', text: t('This took too long. Start over.') })
        : showJoin(app, client),
  }),
  page({
    method: 'POST',
    path: '/signup/with',
    verb: joinWithProvider,
    access: 'anyone',
    body: Type.Object({ ...NewcomerFields, email: text() }, withAnswers),
    handle: async ({ app, client, body }) => {
      const { next } = await getIdentity(app, handleOf(client));
      const started = await joinWithProvider(app, handleOf(client), parseNewcomer(body), pageDevice(client));
      client.clearCookie(requestCookie);
      await replaceSession(app, client, started);
      return redirect((await isActivated(app, started.accountId)) ? next : '/activate');
    },
    again: ({ app, client, body }, problem) => showJoin(app, client, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: methods,
    access: 'member',
    handle: ({ app, viewer }) => showMethods(app, viewer),
  }),
  page({
    method: 'POST',
    path: `${methods}/connect`,
    verb: beginProviderSignIn,
    access: 'member',
    body: Type.Object({ slug: text(40), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const { label } = await getEnabledProvider(app, body.slug);
      const { url, handle } = await beginProviderSignIn(
        app,
        { slug: body.slug, origin: app.config[service], next: methods, accountId: viewer.id },
        pageDevice(client),
      );
      client.setCookie(requestCookie, handle, { maxAge: requestSeconds });
      return continueView(label, url);
    },
    again: ({ app, viewer, body }, problem) => showMethods(app, viewer, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${methods}/:id/disconnect`,
    access: 'member',
    params: ById,
    handle: ({ app, viewer, params }) => showDisconnect(app, viewer, params.id),
  }),
  page({
    method: 'POST',
    path: `${methods}/:id/disconnect`,
    verb: disconnectIdentity,
    access: 'member',
    params: ById,
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, params, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await disconnectIdentity(app, viewer.id, params.id);
      return redirect(methods, { kind: 'success', text: t('Disconnected') });
    },
    again: ({ app, viewer, params }, problem) => showDisconnect(app, viewer, params.id, refused({}, problem)),
  }),
];
