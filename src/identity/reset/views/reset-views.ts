import { endFields } from '../../sessions/components/end-fields-view.ts';
import { passwordField, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { AlsoEnd } from '../../sessions/end-access.ts';
import type { View } from '../../../web/view.ts';

export function forgotView(state: FormState): View {
  const field = bind(state);
  return {
    title: 'Forgotten password',
    shape: 'plain',
    body: html`<h1>Forgotten password</h1>
      <p class="lead">We mail you a code with which you set a new one.</p>
      ${form({
        action: '/forgot',
        state,
        submit: 'Mail me a code',
        wide: true,
        body: textField({
          ...field('email'),
          label: 'Email',
          type: 'email',
          autocomplete: 'email',
          required: true,
          autofocus: true,
        }),
      })}
      <p class="plain-more">Remembered it? <a href="/signin">Sign in</a></p>`,
  };
}

export function resetView(state: FormState, end: AlsoEnd): View {
  const field = bind(state);
  return {
    title: 'A new password',
    shape: 'plain',
    body: html`<h1>A new password</h1>
      <p class="lead">
        If there is an account with that address, a code is on its way to it. It is good for 15 minutes.
      </p>
      ${form({
        action: '/forgot/code',
        state,
        submit: 'Set the password',
        wide: true,
        body: html`${textField({ ...field('email'), label: 'Email', type: 'email', autocomplete: 'username', required: true })}
        ${textField({
          ...field('reset_key'),
          label: 'Code from the mail',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 6,
          mono: true,
          required: true,
        })}
        ${passwordField({
          ...field('password'),
          label: 'New password',
          hint: 'At least 8 characters.',
          purpose: 'new',
          minlength: 8,
          required: true,
        })}
        ${passwordField({ ...field('confirm'), label: 'Once more', purpose: 'new', required: true })}
        ${endFields(end)}`,
      })}
      <p class="plain-more">No mail? Look among the spam, or <a href="/forgot">ask again</a>.</p>`,
  };
}
