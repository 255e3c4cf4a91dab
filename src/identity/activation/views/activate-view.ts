import { t } from '../../../kernel/translation/translate.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

interface ActivateOptions {
  email: string;
  username: string;
  code: FormState;
  address: FormState;
}

export function activateView({ email, username, code, address }: ActivateOptions): View {
  return {
    title: t('Confirm your email address'),
    shape: 'plain',
    body: html`<h1>Confirm your email address</h1>
      <p class="lead">
        We sent a code to <b>${email}</b>. Until you confirm your email address, you can read but not post,
        and you sign in with your username, <b>@${username}</b>.
      </p>
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
