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
import { Activation, AskForReset, ConfirmReset, CorrectAddress, FirstSteps, ResetPassword } from './wire.ts';

const tag = 'Core and app';
const member = operations(tag, 'member');
const app = operations(tag, 'app');

/** Forgotten passwords, addresses to confirm, and the first steps after sign-up. */
export const recoveryRoutes = [
  app.post({
    path: '/apis/php/auth/forget_password',
    summary: 'Have a code mailed with which to set a new password',
    description: 'The answer is the same whether anybody has the address or not.',
    body: AskForReset,
    returns: Done,
    example: { email: 'ada@example.org' },
    handle: async ({ app, client, body }) => {
      await requestReset(app, body.email, client);
      return { message: 'If there is an account with that address, a code is on its way to it' };
    },
  }),
  app.post({
    path: '/apis/php/auth/forget_password_confirm',
    summary: 'See whether the mailed code is right',
    description: 'Five tries a code; it stays good for setting the password.',
    body: ConfirmReset,
    returns: Done,
    example: { email: 'ada@example.org', reset_key: '123456' },
    handle: async ({ app, client, body }) => {
      await confirmReset(app, { email: body.email, code: body.reset_key }, client.address);
      return { message: 'The code is right' };
    },
  }),
  app.post({
    path: '/apis/php/auth/forget_password_reset',
    summary: 'Set a new password by the mailed code',
    description:
      'Ends every session of the account, and on request its API keys, connected apps, agents and passkeys.',
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
    summary: 'Confirm one’s address by the mailed code',
    body: Activation,
    returns: Done,
    example: { code: '123456' },
    handle: async ({ app, viewer, body }) => {
      await activate(app, viewer.id, body.code);
      return { message: 'Email address confirmed' };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation_resend',
    summary: 'Have another code mailed',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await sendActivationCode(app, viewer.id);
      return { message: 'A new code has been sent' };
    },
  }),
  member.post({
    path: '/apis/php/auth/activation_reset',
    summary: 'Correct the address that was given at sign-up',
    description: 'A code goes to the new one. Only before an address was confirmed.',
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
    summary: 'Say where one lives, works and learned',
    description: 'Omitted and blank fields do not change.',
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
    summary: 'Be past the first steps',
    returns: Done,
    handle: async ({ app, viewer }) => {
      await finishFirstSteps(app, viewer.id);
      return { message: 'Welcome' };
    },
  }),
];
