import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import type { Suppression } from '../../platform/mail/suppressions.ts';
import { getOwnProfile } from '../account/people.ts';
import { suppressionNotice } from '../mail/components.ts';
import { findOwnSuppression } from '../mail/suppressions.ts';
import {
  activate,
  correctAddress,
  isActivated,
  isAwaitingApproval,
  sendActivationCode,
} from './activation.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });

async function show(app: App, accountId: string, code: FormState = {}, address: FormState = {}) {
  if (await isAwaitingApproval(app, accountId)) return waitingView();
  const { email, username } = await getOwnProfile(app, accountId);
  const suppression = await findOwnSuppression(app, accountId);
  return activateView({ email, username, code, address, suppression });
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
    verb: activate,
    access: 'member',
    body: Type.Object({ code: text(20) }),
    handle: async ({ app, viewer, body }) => {
      if (await isActivated(app, viewer.id)) return redirect('/');
      await activate(app, viewer.id, body.code);
      if (!(await isActivated(app, viewer.id))) return redirect('/activate');
      return redirect('/welcome', { kind: 'success', text: t('Email address confirmed') });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer.id, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/activate/again',
    verb: sendActivationCode,
    access: 'member',
    handle: async ({ app, viewer }) => {
      await sendActivationCode(app, viewer.id);
      return redirect('/activate', { kind: 'success', text: t('A new code has been sent') });
    },
  }),
  page({
    method: 'POST',
    path: '/activate/address',
    verb: correctAddress,
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

const waitingView = (): View => ({
  title: t('Waiting for approval'),
  shape: 'plain',
  body: html`<h1>Your registration is being reviewed</h1>
    <p class="lead">An operator decides soon, and you get an email. Until then, you can read but not post.</p>
    <div class="button-row">
      ${linkButton({ label: t('Look around'), href: '/discover', kind: 'primary' })}
      ${buttonForm({ to: '/signout', label: t('Sign out'), kind: 'plain' })}
    </div>`,
});

interface ActivateOptions {
  email: string;
  username: string;
  code: FormState;
  address: FormState;
  suppression: Suppression | undefined;
}

function activateView({ email, username, code, address, suppression }: ActivateOptions): View {
  return {
    title: t('Confirm your email address'),
    shape: 'plain',
    body: html`<h1>Confirm your email address</h1>
      <p class="lead">
        We sent a code to <b>${email}</b>. Until you confirm your email address, you can read but not post,
        and you sign in with your username, <b>@${username}</b>.
      </p>
      ${suppression?.reason === 'bounce' && suppressionNotice(suppression)}
      ${form({
        action: '/activate',
        state: code,
        submit: t('Confirm'),
        wide: true,
        body: textField({
          ...bind(code)('code'),
          label: t('Confirmation code'),
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 6,
          mono: true,
          required: true,
        }),
      })}
      <div class="plain-more">${buttonForm({ to: '/activate/again', label: t('Send a new code') })}</div>
      ${form({
        action: '/activate/address',
        state: address,
        submit: t('Change email address'),
        submitKind: 'quiet',
        wide: true,
        body: textField({
          ...bind(address)('email'),
          label: t('New email address'),
          type: 'email',
          autocomplete: 'email',
          required: true,
        }),
      })}
      <div class="plain-more">${buttonForm({ to: '/signout', label: t('Sign out'), kind: 'plain' })}</div>`,
  };
}
