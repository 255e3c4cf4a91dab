import { t } from '../../kernel/translation/translate.ts';
import { requestReset } from '../../identity/reset/request-reset.ts';
import { confirmReset, resetPassword } from '../../identity/reset/reset-password.ts';
import { activate } from '../../identity/activation/activate.ts';
import { correctAddress } from '../../identity/activation/correct-address.ts';
import { sendActivationCode } from '../../identity/activation/send-activation-code.ts';
import { finishFirstSteps } from '../../identity/sign-up/finish-first-steps.ts';
import { invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done } from '../../platform/http/families/social.ts';
import { saveFirstSteps } from './first-steps.ts';
import { Activation, RequestReset, ConfirmReset, CorrectAddress, FirstSteps, ResetPassword } from './wire.ts';

const tag = 'Core and app';
const member = operations(tag, 'member');
const app = operations(tag, 'app');

/** Password reset, email confirmation, and the onboarding steps after sign-up. */
export const recoveryRoutes = [
  app.post({
    path: '/apis/php/auth/forget_password',
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
    summary: 'Confirm an email address with an emailed code',
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
    summary: 'Resend the confirmation code',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await sendActivationCode(app, viewer.id);
      return { message: 'A new code has been sent' };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation_reset',
    summary: 'Change the email address given at sign-up',
    description: 'Sends a code to the new address. Only available until an address is confirmed.',
    body: CorrectAddress,
    returns: Done,
    example: { email: 'ada@example.org' },
    handle: async ({ app, viewer, body }) => {
      if (body.email === undefined) throw invalid('email', t('email is required'));
      await correctAddress(app, viewer.id, body.email);
      return { message: 'A code has been sent to that address' };
    },
  }),
  member.post({
    path: '/apis/php/auth/getting_started_update',
    summary: 'Update location, work and education',
    description: 'Omitted and blank fields stay unchanged.',
    body: FirstSteps,
    returns: Done,
    example: { country: '826', city: 'London', work_title: 'Analyst' },
    handle: async ({ app, viewer, body }) => {
      await saveFirstSteps(app, viewer.id, body);
      return { message: 'Saved' };
    },
  }),
  member.post({
    path: '/apis/php/auth/getting_started_finish',
    summary: 'Finish onboarding',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await finishFirstSteps(app, viewer.id);
      return { message: 'Welcome' };
    },
  }),
];
