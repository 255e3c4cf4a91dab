import { textField } from '../../../platform/html/components/text-field.ts';
import { bind, form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';

/** `next` is where to go afterwards: a path of this site. */
export const codeView = (state: FormState, next: string): View => ({
  title: 'Enter your code',
  shape: 'plain',
  body: html`<h1>Enter your code</h1>
    <p class="lead">The one that your app shows, or that was mailed to you. A recovery code does as well.</p>
    ${form({
      action: '/signin/code',
      state,
      submit: 'Sign in',
      wide: true,
      body: html`${textField({
          ...bind(state)('code'),
          label: 'Code',
          autocomplete: 'one-time-code',
          mono: true,
          maxlength: 20,
          required: true,
          autofocus: true,
        })} <input type="hidden" name="next" value="${next}" />`,
    })}
    <p class="plain-more">Nothing came? <a href="/signin">Begin again</a></p>`,
});
