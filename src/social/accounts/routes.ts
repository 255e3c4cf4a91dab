import { t } from '../../kernel/translation/translate.ts';
import { signUp } from '../../identity/sign-up/sign-up.ts';
import { signUpTries } from '../../identity/sign-up/sign-up-limits.ts';
import { clearSessionCookies, setSessionCookies } from '../../identity/sessions/session-cookies.ts';
import { endSession } from '../../identity/sessions/sessions.ts';
import { signIn } from '../../identity/sign-in/sign-in.ts';
import type { Client } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done } from '../../platform/http/families/social.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getOwnUser } from './get-own-user.ts';
import { invalid } from '../../kernel/problem.ts';
import {
  SignedIn,
  SignedInOrChallenged,
  SignIn,
  SignUp,
  toChallengeAnswer,
  toChallengeRecord,
  TwoFactors,
} from './wire.ts';
import { challengeCookie, challengeSeconds } from '../../identity/second-factor/challenge-cookie.ts';
import { answerChallenge } from '../../identity/second-factor/challenge.ts';

const member = operations('Core and app', 'member');
const app = operations('Core and app', 'app');

const deviceOf = (client: Client, body: Omit<SignIn, 'username_email' | 'password'>) => ({
  createdVia: 'api' as const,
  type: body.device_type?.toString(),
  name: body.device_name?.toString(),
  osVersion: body.device_os_version?.toString(),
  userAgent: client.userAgent,
  address: client.address,
});

const toBirthdate = ({ birthdate, birth_year, birth_month, birth_day }: SignUp) => ({
  birthdate,
  birth_year: birth_year ?? undefined,
  birth_month: birth_month ?? undefined,
  birth_day: birth_day ?? undefined,
});

export const accountRoutes = [
  app.post({
    path: '/apis/php/auth/signup',
    summary: 'Create an account',
    description:
      'Creates an account, signs it in, and sets the session cookies. Where email addresses are confirmed, the response is the same for an address that has an account: its owner is told by email.',
    limit: signUpTries,
    formerNames: { firstname: 'first_name', lastname: 'last_name' },
    waivable: ['gender'],
    body: SignUp,
    returns: SignedIn,
    example: {
      username: 'ada',
      email: 'ada@example.org',
      password: 'a long and quiet sentence',
      first_name: 'Ada',
      last_name: 'Lovelace',
      gender: '2',
      device_type: 'A',
    },
    handle: async ({ app, client, body }) => {
      if (body.confirm !== undefined && body.confirm !== body.password)
        throw invalid('confirm', t('The passwords do not match'));
      const gender = String(body.gender);
      if (gender === '' && (await getSiteSettings(app)).genders)
        throw invalid('gender', t('gender is required'));
      const newcomer = {
        ...body,
        firstName: body.first_name,
        lastName: body.last_name,
        gender,
        phone: body.phone?.toString(),
        born: toBirthdate(body),
        userGroupId: body.custom_user_group?.toString(),
        invitationCode: body.invitation_code,
        answers: body,
      };
      const { accountId: id, token } = await signUp(app, newcomer, deviceOf(client, body));
      setSessionCookies(client, id, token);
      return { message: 'Welcome', data: { token, user: await getOwnUser(app, id) } };
    },
  }),
  app.post({
    path: '/apis/php/auth/signin',
    summary: 'Sign in',
    description:
      'Returns the token to send as x-auth-token, and sets the session cookies. If a second factor is required, returns the challenge to answer at two_factor_authentication instead.',
    body: SignIn,
    returns: SignedInOrChallenged,
    example: {
      username_email: 'ada',
      password: 'a long and quiet sentence',
      device_type: 'A',
      device_name: 'Pixel',
    },
    handle: async ({ app, client, body }) => {
      const given = { usernameOrEmail: body.username_email, password: body.password };
      const found = await signIn(app, given, deviceOf(client, body));
      if ('challenge' in found) {
        client.setCookie(challengeCookie, found.challenge.handle, { maxAge: challengeSeconds });
        return { data: toChallengeRecord(found.challenge) };
      }
      const { accountId, token } = found;
      setSessionCookies(client, accountId, token);
      return { data: { token, user: await getOwnUser(app, accountId) } };
    },
  }),
  app.post({
    path: '/apis/php/auth/two_factor_authentication',
    summary: 'Complete a sign-in with a two-factor code',
    description:
      'Either two_factor_key is the code itself, and the sign-in is identified by the cookie from signin or, without one, is the newest from the same device or IP address; or two_factor_key is the value returned by signin, and the code is in `code`. Recovery codes are accepted too. Five wrong codes end the sign-in.',
    body: TwoFactors,
    returns: SignedIn,
    example: { user_id: '7', two_factor_key: '123456' },
    handle: async ({ app, client, body }) => {
      // For apps that store cookies, the cookie from signin identifies the challenge.
      const answer = { handle: client.cookies[challengeCookie], ...toChallengeAnswer(body) };
      const { accountId, token } = await answerChallenge(app, answer, client);
      client.clearCookie(challengeCookie);
      setSessionCookies(client, accountId, token);
      return { data: { token, user: await getOwnUser(app, accountId) } };
    },
  }),
  member.post({
    path: '/apis/php/auth/signout',
    summary: 'Sign out',
    description: 'Ends the session. Its token and cookies stop working immediately.',
    returns: Done,
    handle: async ({ app, viewer, caller, client }) => {
      if (caller.sessionId) await endSession(app, viewer.id, caller.sessionId);
      clearSessionCookies(client);
      return { message: 'Signed out' };
    },
  }),
];
