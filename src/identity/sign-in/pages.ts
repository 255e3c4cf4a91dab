import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import type { Client } from '../../platform/http/caller.ts';
import { afterSignIn } from '../closing/after-sign-in.ts';
import { isActivated } from '../activation/activate.ts';
import { readAsked } from '../sign-up/read-asked.ts';
import { clearSessionCookies, setSessionCookies } from '../sessions/session-cookies.ts';
import { endSession } from '../sessions/sessions.ts';
import { challengeCookie, challengeSeconds } from '../second-factor/challenge-cookie.ts';
import { ownPath } from '../account/own-path.ts';
import { signIn } from './sign-in.ts';
import { signUp, signUpTries } from '../sign-up/sign-up.ts';
import { registerView } from '../sign-up/components/register-view.ts';
import { signInView } from './components/sign-in-views.ts';

const text = (maxLength = 300) => Type.String({ maxLength });
const Next = Type.Object({ next: Type.Optional(Type.String({ maxLength: 8000 })) });

const device = (client: Client) => ({
  madeBy: 'page' as const,
  userAgent: client.userAgent,
  address: client.address,
});

/** Signing up, in and out, and the choice of theme: the same on both services. */
export const identityPages = [
  page({
    method: 'GET',
    path: '/signin',
    access: 'anyone',
    query: Next,
    handle: ({ viewer, query }) =>
      viewer ? redirect(ownPath(query.next)) : signInView({}, ownPath(query.next)),
  }),
  page({
    method: 'POST',
    path: '/signin',
    access: 'anyone',
    body: Type.Object({ username_email: text(), password: text(), next: Type.Optional(text(8000)) }),
    handle: async ({ app, client, body }) => {
      const found = await signIn(
        app,
        { usernameOrEmail: body.username_email, password: body.password },
        device(client),
      ).catch(
        // Unauthenticated would lead to the very page one is on.
        (error: unknown) => {
          if ((error as { kind?: string }).kind === 'unauthenticated')
            throw invalid('', (error as Error).message);
          throw error;
        },
      );
      if ('challenge' in found) {
        client.setCookie(challengeCookie, found.challenge.handle, { maxAge: challengeSeconds });
        return redirect(`/signin/code?${new URLSearchParams({ next: ownPath(body.next) }).toString()}`);
      }
      setSessionCookies(client, found.accountId, found.token);
      return redirect(await afterSignIn(app, found.accountId, ownPath(body.next)));
    },
    again: ({ body }, problem) => signInView(refused(body, problem), ownPath(body.next)),
  }),
  page({
    method: 'GET',
    path: '/signup',
    access: 'anyone',
    query: Type.Object({ ...Next.properties, invitation: Type.Optional(text(60)) }),
    handle: async ({ app, viewer, query }) =>
      viewer
        ? redirect('/')
        : registerView(
            { values: { invitation_code: query.invitation } },
            { ...(await readAsked(app)), next: ownPath(query.next) },
          ),
  }),
  page({
    method: 'POST',
    path: '/signup',
    access: 'anyone',
    limit: signUpTries,
    body: Type.Object({
      first_name: text(),
      last_name: text(),
      username: text(),
      email: text(),
      password: text(),
      gender: Type.Optional(text(20)),
      birthdate: Type.Optional(text(20)),
      custom_user_group: Type.Optional(text(20)),
      invitation_code: Type.Optional(text(60)),
      next: Type.Optional(text(8000)),
    }),
    handle: async ({ app, client, body }) => {
      const newcomer = {
        ...body,
        firstName: body.first_name,
        lastName: body.last_name,
        born: { birthdate: body.birthdate },
        userGroupId: body.custom_user_group,
        invitationCode: body.invitation_code,
        answers: body,
      };
      const { accountId: id, token } = await signUp(app, newcomer, device(client));
      setSessionCookies(client, id, token);
      if (!(await isActivated(app, id))) return redirect('/activate');
      const next = ownPath(body.next);
      // Whoever came for something else goes on to it.
      return redirect(next === '/' ? '/welcome' : next, {
        kind: 'success',
        text: `Welcome, ${body.first_name.trim()}`,
      });
    },
    again: async ({ app, body }, problem) =>
      registerView(refused(body, problem), { ...(await readAsked(app)), next: ownPath(body.next) }),
  }),
  page({
    method: 'POST',
    path: '/signout',
    access: 'anyone',
    handle: async ({ app, viewer, caller, client }) => {
      if (viewer && caller.sessionId) await endSession(app, viewer.id, caller.sessionId);
      clearSessionCookies(client);
      return redirect('/', { kind: 'info', text: 'Signed out' });
    },
  }),
  page({
    method: 'POST',
    path: '/theme',
    access: 'anyone',
    body: Type.Object({
      theme: Type.String({ pattern: '^(auto|light|dark)$' }),
      back: Type.Optional(text(2000)),
    }),
    handle: ({ client, body }) => {
      client.setCookie('theme', body.theme, { maxAge: 31_536_000, readable: true });
      return redirect(ownPath(body.back));
    },
  }),
];
