import { t } from '../../../kernel/translation/translate.ts';
import { endFields } from '../../sessions/components/end-fields-view.ts';
import { passwordField, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { AlsoEnd } from '../../sessions/end-access.ts';
import type { View } from '../../../web/view.ts';

export function forgotView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Reset your password'),
    shape: 'plain',
    body: html`<h1>Reset your password</h1>
      <p class="lead">Enter your email address and we’ll send you a code.</p>
      ${form({
        action: '/forgot',
        state,
        submit: t('Send code'),
        wide: true,
        body: textField({
          ...field('email'),
          label: t('Email'),
          type: 'email',
          autocomplete: 'email',
          required: true,
          autofocus: true,
        }),
      })}
      <p class="plain-more">Remember your password? <a href="/signin">Sign in</a></p>`,
  };
}

export function resetView(state: FormState, end: AlsoEnd): View {
  const field = bind(state);
  return {
    title: t('Set a new password'),
    shape: 'plain',
    body: html`<h1>Set a new password</h1>
      <p class="lead">
        If an account with that email address exists, we’ve sent it a code. It expires in 15 minutes.
      </p>
      ${form({
        action: '/forgot/code',
        state,
        submit: t('Change password'),
        wide: true,
        body: html`${textField({ ...field('email'), label: t('Email'), type: 'email', autocomplete: 'username', required: true })}
        ${textField({
          ...field('reset_key'),
          label: t('Confirmation code'),
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 6,
          mono: true,
          required: true,
        })}
        ${passwordField({
          ...field('password'),
          label: t('New password'),
          hint: t('At least 8 characters.'),
          purpose: 'new',
          minlength: 8,
          required: true,
        })}
        ${passwordField({ ...field('confirm'), label: t('Confirm new password'), purpose: 'new', required: true })}
        ${endFields(end)}`,
      })}
      <p class="plain-more">
        No email? Check your spam folder, or <a href="/forgot">request a new code</a>.
      </p>`,
  };
}
