import { t } from '../../web/translation/translate.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { passkeyForm } from '../components/passkey-form.ts';
import type { FactorMethod } from './set-up.ts';

interface CodeOptions {
  state: FormState;
  /** Where to redirect afterwards: a path of this site. */
  next: string;
  method: FactorMethod;
  /** Whether a recovery code is entered instead. */
  recovers: boolean;
}

const codeHints = () => ({
  app: t('Open your authenticator app to see the code.'),
  email: t('We emailed you a code. It expires in ten minutes.'),
});

export function secondFactorView({ state, next, method, recovers }: CodeOptions): View {
  const here = `/signin/code?${new URLSearchParams({ next }).toString()}`;
  const title = recovers ? t('Enter a recovery code') : t('Enter your code');
  return {
    title,
    shape: 'plain',
    body: html`<h1>${title}</h1>
      <p class="lead">
        ${recovers ? t('Use one of your saved recovery codes. Each works once.') : codeHints()[method]}
      </p>
      ${form({
        action: '/signin/code',
        state,
        submit: t('Sign in'),
        wide: true,
        body: html`${textField({
            ...bind(state)('code'),
            label: recovers ? t('Recovery code') : t('Code'),
            autocomplete: recovers ? 'off' : 'one-time-code',
            ...(!recovers && { inputmode: 'numeric' }),
            mono: true,
            maxlength: 20,
            required: true,
            autofocus: true,
          })}
          <input type="hidden" name="next" value="${next}" />
          ${recovers && html`<input type="hidden" name="use" value="recovery" />`}`,
      })}
      ${passkeyForm({
        action: '/signin/passkey',
        ask: '/signin/passkey/options',
        label: t('Use a passkey'),
        kind: 'quiet',
        fields: { next, step: 'second' },
      })}
      ${
        method === 'email' &&
        !recovers &&
        html`<div class="plain-more">
          Didn’t get a code?
          ${buttonForm({ to: '/signin/code/again', fields: { next }, label: t('Send a new code'), kind: 'plain' })}
        </div>`
      }
      <p class="plain-more">
        ${
          recovers
            ? html`Have your device? <a href="${here}">Use an authentication code</a>`
            : html`Don’t have your device? <a href="${here}&amp;use=recovery">Use a recovery code</a>`
        }
      </p>
      <p class="plain-more"><a href="/signin">Start over</a></p>`,
  };
}
