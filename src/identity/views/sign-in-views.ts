import { passwordField, textField } from '../../platform/html/components/text-field.ts';
import { bind, form } from '../../platform/html/form.ts';
import type { FormState } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import type { View } from '../../platform/html/layout.ts';

/** `next` is where to go afterwards: a path of this site. */
export function signInView(state: FormState, next: string): View {
  const field = bind(state);
  return {
    title: 'Sign in',
    shape: 'plain',
    body: html`<h1>Sign in</h1>
      ${form({
        action: '/signin',
        state,
        submit: 'Sign in',
        busyLabel: 'Signing in',
        wide: true,
        body: html`${textField({
            ...field('username_email'),
            label: 'User name or email',
            autocomplete: 'username',
            required: true,
            autofocus: !state.message,
          })}
          ${passwordField({ ...field('password'), label: 'Password', purpose: 'current', required: true })}
          <input type="hidden" name="next" value="${next}" />`,
      })}
      <p class="plain-more"><a href="/forgot">Forgotten your password?</a></p>
      <p class="plain-more">New here? <a href="/signup">Make an account</a></p>`,
  };
}

/** `isFirst`: nobody has an account yet, so whoever registers runs the place. */
export function registerView(state: FormState, { isFirst, next }: { isFirst: boolean; next: string }): View {
  const field = bind(state);
  return {
    title: 'Make an account',
    shape: 'plain',
    body: html`<h1>Make an account</h1>
      <p class="lead">
        ${
          isFirst
            ? 'Yours is the first account here: it becomes the operator’s.'
            : 'One account for the network and its short links.'
        }
      </p>
      ${form({
        action: '/signup',
        state,
        submit: 'Make account',
        busyLabel: 'Making it',
        wide: true,
        body: html`${textField({
            ...field('first_name'),
            label: 'First name',
            autocomplete: 'given-name',
            maxlength: 64,
            required: true,
          })}
          ${textField({ ...field('last_name'), label: 'Last name', autocomplete: 'family-name', maxlength: 64, required: true })}
          ${textField({
            ...field('username'),
            label: 'User name',
            hint: 'Letters, digits, dots and underscores; others will see it.',
            autocomplete: 'username',
            prefix: '@',
            minlength: 3,
            maxlength: 32,
            required: true,
          })}
          ${textField({ ...field('email'), label: 'Email', type: 'email', autocomplete: 'email', required: true })}
          ${passwordField({
            ...field('password'),
            label: 'Password',
            hint: 'At least 8 characters. Longer is better than odder.',
            purpose: 'new',
            minlength: 8,
            required: true,
          })} <input type="hidden" name="next" value="${next}" />`,
      })}
      <p class="plain-more">Have one already? <a href="/signin">Sign in</a></p>`,
  };
}
