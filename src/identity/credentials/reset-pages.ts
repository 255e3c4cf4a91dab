import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { passwordField, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { endFields, EndFields, parseEndFields } from '../sessions/components.ts';
import { type AlsoEnd, endEverything } from '../sessions/end-access.ts';
import { requestReset, resetPassword } from './reset.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });

/** Pages to reset a forgotten password with a mailed code. The same on both services. */
export const resetPages = [
  page({
    method: 'GET',
    path: '/forgot',
    access: 'anyone',
    query: Type.Object({ email: text() }),
    handle: ({ query }) => forgotView({ values: query }),
  }),
  page({
    method: 'POST',
    path: '/forgot',
    verb: requestReset,
    access: 'anyone',
    body: Type.Object({ email: text() }),
    handle: async ({ app, client, body }) => {
      await requestReset(app, body.email, client);
      return redirect(`/forgot/code?email=${encodeURIComponent(body.email.trim())}`);
    },
    again: ({ body }, problem) => forgotView(refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: '/forgot/code',
    access: 'anyone',
    query: Type.Object({ email: text() }),
    handle: ({ query }) => resetView({ values: query }, endEverything),
  }),
  page({
    method: 'POST',
    path: '/forgot/code',
    verb: resetPassword,
    access: 'anyone',
    body: Type.Object({ email: text(), reset_key: text(), password: text(), confirm: text(), ...EndFields }),
    handle: async ({ app, client, body }) => {
      await resetPassword(app, { ...body, code: body.reset_key, end: parseEndFields(body) }, client.address);
      return redirect('/signin', {
        kind: 'success',
        text: t('Password changed. Sign in with your new password.'),
      });
    },
    again: ({ body }, problem) => {
      const { email, reset_key } = body;
      return resetView(refused({ email, reset_key }, problem), parseEndFields(body));
    },
  }),
];

function forgotView(state: FormState): View {
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

function resetView(state: FormState, end: AlsoEnd): View {
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
