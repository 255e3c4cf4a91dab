import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Problem, invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { getOwnProfile, safeRedirectPath } from '../account/people.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { afterSignIn } from '../account-deletion/account-deletion.ts';
import { replaceSession } from '../sessions/sessions.ts';
import { answerChallenge, challengeCookie, findChallenge, resendChallenge } from './challenge.ts';
import { countRecoveryCodes, createRecoveryCodes, setupAddress } from './codes.ts';
import { beginFactor, confirmFactor, endFactor, findFactor, type FactorMethod } from './set-up.ts';
import { secondFactorView } from './components.ts';
import { factorView, recoveryCodesView } from './views.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });

async function showFactor(app: App, accountId: string, state: FormState = {}) {
  const factor = await findFactor(app, accountId);
  const { email } = await getOwnProfile(app, accountId);
  return factorView({
    factor,
    email,
    setup: factor?.secret ? setupAddress(factor.secret, new URL(app.config.plazaUrl).hostname, email) : '',
    recoveryCodes: factor?.isConfirmed ? await countRecoveryCodes(app, accountId) : 0,
    state,
  });
}

const Step = Type.Object({
  next: Type.Optional(Type.String({ maxLength: 8000 })),
  use: Type.Optional(Type.String({ maxLength: 20 })),
});

const handleOf = ({ cookies }: Client) => cookies[challengeCookie] ?? '';
const expired = () => ({ kind: 'info', text: t('This took too long. Start over.') }) as const;

const showCode = (method: FactorMethod, state: FormState, given: Record<string, unknown>) =>
  secondFactorView({ state, next: safeRedirectPath(given.next), method, recovers: given.use === 'recovery' });

/** Pages to sign in with a second factor and to set it up. The same on both services. */
export const secondFactorPages = [
  page({
    method: 'GET',
    path: '/signin/code',
    access: 'anyone',
    query: Step,
    handle: async ({ app, viewer, client, query }) => {
      const challenge = await findChallenge(app, handleOf(client));
      // Somebody who signs in again is signed in.
      if (challenge) return showCode(challenge.method, {}, query);
      return viewer ? redirect(safeRedirectPath(query.next)) : redirect('/signin', expired());
    },
  }),
  page({
    method: 'POST',
    path: '/signin/code',
    verb: answerChallenge,
    access: 'anyone',
    body: Type.Object({ code: text(60), ...Step.properties }),
    handle: async ({ app, client, body }) => {
      const answer = { handle: handleOf(client), code: body.code };
      const { accountId, token } = await answerChallenge(app, answer, client).catch((error: unknown) => {
        // An unauthenticated error would redirect to the previous page.
        if (error instanceof Problem && error.kind === 'unauthenticated') throw invalid('code', error.text);
        throw error;
      });
      client.clearCookie(challengeCookie);
      await replaceSession(app, client, { accountId, token });
      return redirect(await afterSignIn(app, accountId, safeRedirectPath(body.next)));
    },
    again: async ({ app, client, body }, problem) => {
      const challenge = await findChallenge(app, handleOf(client));
      return showCode(challenge?.method ?? 'app', refused({}, problem), body);
    },
  }),
  page({
    method: 'POST',
    path: '/signin/code/again',
    verb: resendChallenge,
    access: 'anyone',
    body: Step,
    handle: async ({ app, client, body }) => {
      await resendChallenge(app, handleOf(client));
      const back = `/signin/code?${new URLSearchParams({ next: safeRedirectPath(body.next) }).toString()}`;
      return redirect(back, { kind: 'success', text: t('A new code has been sent') });
    },
  }),
  page({
    method: 'GET',
    path: '/settings/two-factors',
    access: 'member',
    handle: ({ app, viewer }) => showFactor(app, viewer.id),
  }),
  page({
    method: 'POST',
    path: '/settings/two-factors/begin',
    verb: beginFactor,
    access: 'member',
    body: Type.Object({ method: Type.Enum(['app', 'email']), current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await beginFactor(app, viewer.id, body.method);
      return redirect('/settings/two-factors');
    },
    again: ({ app, viewer, body: { method } }, problem) =>
      showFactor(app, viewer.id, refused({ method }, problem)),
  }),
  page({
    method: 'POST',
    path: '/settings/two-factors/confirm',
    verb: confirmFactor,
    access: 'member',
    body: Type.Object({ code: text(20) }),
    handle: async ({ app, viewer, body }) =>
      recoveryCodesView(await confirmFactor(app, viewer.id, body.code)),
    again: ({ app, viewer, body }, problem) => showFactor(app, viewer.id, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/settings/two-factors/codes',
    verb: createRecoveryCodes,
    access: 'member',
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      return recoveryCodesView(await createRecoveryCodes(app, viewer.id));
    },
    again: ({ app, viewer }, problem) => showFactor(app, viewer.id, refused({}, problem)),
  }),
  page({
    method: 'POST',
    path: '/settings/two-factors/end',
    verb: endFactor,
    access: 'member',
    body: Type.Object({ current: text() }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      await endFactor(app, viewer.id);
      return redirect('/settings/two-factors', {
        kind: 'success',
        text: t('Two-factor setup canceled'),
      });
    },
    again: ({ app, viewer }, problem) => showFactor(app, viewer.id, refused({}, problem)),
  }),
];
