import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { getProfile } from '../account/get-profile.ts';
import { activateView } from './views/activate-view.ts';
import { activate, isActivated } from './activate.ts';
import { correctAddress } from './correct-address.ts';
import { sendActivationCode } from './send-activation-code.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });

async function show(app: App, accountId: string, code: FormState = {}, address: FormState = {}) {
  const { email, username } = await getProfile(app, accountId);
  return activateView({ email, username, code, address });
}

/** Pages where a new member confirms their email address. The same on both services. */
export const activationPages = [
  page({
    method: 'GET',
    path: '/activate',
    access: 'member',
    handle: async ({ app, viewer }) =>
      (await isActivated(app, viewer.id)) ? redirect('/') : show(app, viewer.id),
  }),
  page({
    method: 'POST',
    path: '/activate',
    access: 'member',
    body: Type.Object({ code: text(20) }),
    handle: async ({ app, viewer, body }) => {
      if (await isActivated(app, viewer.id)) return redirect('/');
      await activate(app, viewer.id, body.code);
      return redirect('/welcome', { kind: 'success', text: t('Email address confirmed') });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer.id, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/activate/again',
    access: 'member',
    handle: async ({ app, viewer }) => {
      await sendActivationCode(app, viewer.id);
      return redirect('/activate', { kind: 'success', text: t('A new code has been sent') });
    },
  }),
  page({
    method: 'POST',
    path: '/activate/address',
    access: 'member',
    body: Type.Object({ email: text() }),
    handle: async ({ app, viewer, body }) => {
      await correctAddress(app, viewer.id, body.email);
      return redirect('/activate', {
        kind: 'success',
        text: t('A code has been sent to your new email address'),
      });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer.id, {}, refused(body, problem)),
  }),
];
