import { t } from '../../../kernel/translation/translate.ts';
import { passwordField } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Interstitial } from '../interstitial.ts';
import { formRedirects, noindex } from './page-policy.ts';

/** Asks for a link's password. The form posts to the current URL. */
export const passwordView = ({ target }: Interstitial, state: FormState = {}): View => ({
  title: t('Password required'),
  shape: 'plain',
  head: noindex,
  policy: formRedirects,
  body: html`<h1>This link is password-protected</h1>
    <p class="lead">Ask the person who shared the link with you.</p>
    ${form({
      action: target,
      state,
      submit: t('Continue'),
      wide: true,
      answersWithPage: true,
      body: passwordField({
        name: 'password',
        error: state.errors?.password,
        label: t('Password'),
        purpose: 'current',
        required: true,
        autofocus: !state.errors,
      }),
    })}`,
});
