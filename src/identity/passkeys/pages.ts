import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { afterSignIn } from '../account-deletion/account-deletion.ts';
import { safeRedirectPath } from '../account/people.ts';
import { challengeCookie, findChallenge } from '../second-factor/challenge.ts';
import { codeView } from '../second-factor/components.ts';
import { pageDevice, replaceSession } from '../sessions/sessions.ts';
import { signInView } from '../sign-in/components.ts';
import { addPasskey, beginPasskey, getPasskey, listPasskeys, placeOf, removePasskey } from './passkeys.ts';
import { getSignInWays } from '../providers/providers.ts';
import { requestPasskey, signInWithPasskey } from './sign-in-with-passkey.ts';
import { createPasskeyView, passkeysView, removePasskeyView } from './views.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });
const credential = text(60_000);

const show = async (app: App, viewer: Viewer, state: FormState = {}) =>
  passkeysView(await listPasskeys(app, viewer), state);

/** Pages to create, list, remove and sign in with passkeys, at the origin of one service. */
export const passkeyPages = (service: 'plazaUrl' | 'hopUrl') => [
  page({
    method: 'GET',
    path: '/settings/passkeys',
    access: 'member',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys/begin',
    verb: beginPasskey,
    access: 'member',
    body: Type.Object({ name: text(), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const options = await beginPasskey(app, viewer, body.name, placeOf(app.config, service));
      return createPasskeyView(body.name.trim() || t('Passkey'), JSON.stringify(options));
    },
    again: ({ app, viewer, body: { name } }, problem) => show(app, viewer, refused({ name }, problem)),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys',
    verb: addPasskey,
    access: 'member',
    body: Type.Object({ credential }),
    handle: async ({ app, viewer, body }) => {
      const { name } = await addPasskey(app, viewer, body.credential, placeOf(app.config, service));
      return redirect('/settings/passkeys', { kind: 'success', text: t('{name} added', { name }) });
    },
    again: ({ app, viewer }, { message }) => show(app, viewer, { message }),
  }),
  page({
    method: 'GET',
    path: '/settings/passkeys/:id/remove',
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) =>
      removePasskeyView(await getPasskey(app, viewer, params.id), {}),
  }),
  page({
    method: 'POST',
    path: '/settings/passkeys/:id/remove',
    verb: removePasskey,
    access: 'member',
    params: ById,
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, params, body }) => {
      await getPasskey(app, viewer, params.id);
      await requirePassword(app, viewer.id, body.current, client);
      await removePasskey(app, viewer, params.id);
      return redirect('/settings/passkeys', { kind: 'success', text: t('Passkey removed') });
    },
    again: async ({ app, viewer, params }, problem) =>
      removePasskeyView(await getPasskey(app, viewer, params.id), refused({}, problem)),
  }),
  page({
    method: 'POST',
    path: '/signin/passkey/options',
    verb: requestPasskey,
    access: 'anyone',
    handle: async ({ app, client }) => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(await requestPasskey(app, placeOf(app.config, service), pageDevice(client))),
    }),
  }),
  page({
    method: 'POST',
    path: '/signin/passkey',
    verb: signInWithPasskey,
    access: 'anyone',
    // `second` if the passkey replaces the code of a pending sign-in.
    body: Type.Object({
      credential,
      next: text(8000),
      step: Type.Enum(['first', 'second'], { default: 'first' }),
    }),
    handle: async ({ app, client, body }) => {
      const handle = body.step === 'second' ? (client.cookies[challengeCookie] ?? '') : undefined;
      const shown = { credential: body.credential, handle };
      const place = placeOf(app.config, service);
      const { accountId, token } = await signInWithPasskey(app, shown, place, pageDevice(client)).catch(
        (error: unknown) => {
          // An unauthenticated error would redirect to the current page.
          if (error instanceof Problem && error.kind === 'unauthenticated') throw invalid('', error.text);
          throw error;
        },
      );
      client.clearCookie(challengeCookie);
      await replaceSession(app, client, { accountId, token });
      return redirect(await afterSignIn(app, accountId, safeRedirectPath(body.next)));
    },
    again: async ({ app, client, body }, { message }) => {
      const next = safeRedirectPath(body.next);
      if (body.step !== 'second') return signInView({ message }, { next }, await getSignInWays(app));
      const challenge = await findChallenge(app, client.cookies[challengeCookie] ?? '');
      return codeView({ state: { message }, next, method: challenge?.method ?? 'app', recovers: false });
    },
  }),
];
