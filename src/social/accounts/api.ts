import { requestAccountDeletion } from '../../identity/account-deletion/account-deletion.ts';
import { activate, correctAddress, sendActivationCode } from '../../identity/activation/activation.ts';
import { confirmReset, requestReset, resetPassword } from '../../identity/credentials/reset.ts';
import {
  answerChallenge,
  challengeCookie,
  challengeSeconds,
} from '../../identity/second-factor/challenge.ts';
import { clearSessionCookies, endSession, setSessionCookies } from '../../identity/sessions/sessions.ts';
import { signIn } from '../../identity/sign-in/sign-in.ts';
import { finishFirstSteps, signUp } from '../../identity/sign-up/sign-up.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { Client } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { saveFirstSteps } from './about.ts';
import { getOwnUser } from './records.ts';
import {
  Activation,
  ConfirmReset,
  CorrectAddress,
  DeleteAccount,
  Deleted,
  FirstStepsBody,
  RequestReset,
  ResetPassword,
  SignedIn,
  SignedInOrChallenged,
  SignIn,
  SignUp,
  toChallengeAnswer,
  toChallengeRecord,
  TwoFactors,
} from './wire.ts';

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
    verb: signUp,
    summary: 'Create an account',
    description:
      'Creates an account, signs it in, and sets the session cookies. Where email addresses are confirmed, the response is the same for an address that has an account: its owner is told by email.',
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
        throw invalid('confirm', msg('The passwords do not match'));
      const gender = String(body.gender);
      if (gender === '' && (await getSiteSettings(app)).genders)
        throw invalid('gender', msg('gender is required'));
      const newcomer = {
        ...body,
        firstName: body.first_name,
        lastName: body.last_name,
        gender,
        phone: body.phone?.toString(),
        born: toBirthdate(body),
        userGroupId: body.custom_user_group?.toString(),
        invitationCode: body.invitation_code,
        registrationAnswer: body.registration_answer,
        answers: body,
      };
      const { accountId: id, token } = await signUp(app, newcomer, deviceOf(client, body));
      setSessionCookies(client, id, token);
      return { message: 'Welcome', data: { token, user: await getOwnUser(app, id) } };
    },
  }),
  app.post({
    path: '/apis/php/auth/signin',
    verb: signIn,
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
    verb: answerChallenge,
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
    verb: endSession,
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

/** Password reset, email confirmation, and the onboarding steps after sign-up. */
export const recoveryRoutes = [
  app.post({
    path: '/apis/php/auth/forget_password',
    verb: requestReset,
    summary: 'Request a password reset code by email',
    description: 'Returns the same response whether or not an account with this email exists.',
    body: RequestReset,
    returns: Done,
    example: { email: 'ada@example.org' },
    handle: async ({ app, client, body }) => {
      await requestReset(app, body.email, client);
      return { message: 'If an account has that address, a code was sent to it' };
    },
  }),
  app.post({
    path: '/apis/php/auth/forget_password_confirm',
    verb: confirmReset,
    summary: 'Verify a password reset code',
    description: 'Allows five attempts per code. A verified code remains valid for setting the password.',
    body: ConfirmReset,
    returns: Done,
    example: { email: 'ada@example.org', reset_key: '123456' },
    handle: async ({ app, client, body }) => {
      await confirmReset(app, { email: body.email, code: body.reset_key }, client.address);
      return { message: 'The code is valid' };
    },
  }),
  app.post({
    path: '/apis/php/auth/forget_password_reset',
    verb: resetPassword,
    summary: 'Reset the password with an emailed code',
    description:
      'Ends every session of the account. On request, also revokes its API keys, connected apps, agents and passkeys.',
    body: ResetPassword,
    returns: Done,
    example: {
      email: 'ada@example.org',
      reset_key: '123456',
      password: 'another long and quiet sentence',
      confirm: 'another long and quiet sentence',
    },
    handle: async ({ app, client, body }) => {
      const end = { keys: body.end_keys, grants: body.end_grants, passkeys: body.end_passkeys };
      await resetPassword(app, { ...body, code: body.reset_key, end }, client.address);
      return { message: 'Password changed. Sign in with your new password' };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation',
    verb: activate,
    summary: 'Confirm an email address with an emailed code',
    description: 'Until then, an account can read but not write.',
    body: Activation,
    returns: Done,
    example: { code: '123456' },
    handle: async ({ app, viewer, body }) => {
      const isNew = await activate(app, viewer.id, body.code);
      return { message: isNew ? t('Email address confirmed') : t('Your account is already active') };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation_resend',
    verb: sendActivationCode,
    summary: 'Resend the confirmation code',
    description: 'To the address of the account.',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await sendActivationCode(app, viewer.id);
      return { message: 'A new code has been sent' };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation_reset',
    verb: correctAddress,
    summary: 'Change the email address given at sign-up',
    description: 'Sends a code to the new address. Only available until an address is confirmed.',
    body: CorrectAddress,
    returns: Done,
    example: { email: 'ada@example.org' },
    handle: async ({ app, viewer, body }) => {
      if (body.email === undefined) throw invalid('email', msg('email is required'));
      await correctAddress(app, viewer.id, body.email);
      return { message: 'A code has been sent to that address' };
    },
  }),
  member.post({
    path: '/apis/php/auth/getting_started_update',
    verb: saveFirstSteps,
    summary: 'Update location, work and education',
    description: 'Omitted and blank fields stay unchanged.',
    body: FirstStepsBody,
    returns: Done,
    example: { country: '826', city: 'London', work_title: 'Analyst' },
    handle: async ({ app, viewer, body }) => {
      await saveFirstSteps(app, viewer.id, body);
      return { message: 'Saved' };
    },
  }),
  member.post({
    path: '/apis/php/auth/getting_started_finish',
    verb: finishFirstSteps,
    summary: 'Finish onboarding',
    description: 'The steps after sign-up are not shown any more.',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await finishFirstSteps(app, viewer.id);
      return { message: 'Welcome' };
    },
  }),
];

const dataOwner = operations('User and data', 'member');

export const accountDeletionRoutes = [
  dataOwner.post({
    path: '/apis/php/user/delete',
    verb: requestAccountDeletion,
    summary: 'Schedule the deletion of your account',
    description:
      'Deletes all Plaza and Hop data after the grace period. Ends all sessions immediately. Until then the owner can sign in again on the web and cancel the deletion.',
    body: DeleteAccount,
    returns: Envelope(Deleted),
    example: { password: 'a long and quiet sentence' },
    handle: async ({ app, viewer, client, body }) => {
      const { dueAt } = await requestAccountDeletion(app, viewer.id, 'account', {
        password: body.password,
        device: client,
      }).catch((error: unknown) => {
        if (error instanceof Problem && error.field === 'current')
          throw new Problem(error.kind, error.text, { field: 'password' });
        throw error;
      });
      clearSessionCookies(client);
      return {
        message: 'Your account will be deleted. To keep it, sign in again and press “Keep account”.',
        data: { deleted_at: dueAt.toISOString() },
      };
    },
  }),
];
