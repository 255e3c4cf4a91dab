import { t } from '../../web/translation/translate.ts';
import { passwordField, textField } from '../../web/components/fields/text-field.ts';
import { bind, errorSummary, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { providerButtons } from '../providers/components.ts';
import type { SignInWays } from '../providers/providers.ts';
import { passkeyForm } from '../components/passkey-form.ts';

/** `next` is where to redirect afterwards: a path of this site. */
export function signInView(state: FormState, next: string, ways: SignInWays): View {
  return {
    title: t('Sign in'),
    shape: 'plain',
    body: html`<h1>Sign in</h1>
      ${ways.hasPasswords ? passwordForm(state, next) : errorSummary(state)} ${providerButtons(ways, next)}
      ${passkeyForm({
        action: '/signin/passkey',
        ask: '/signin/passkey/options',
        label: t('Sign in with a passkey'),
        kind: 'quiet',
        fields: { next },
      })}
      ${
        ways.hasPasswords &&
        html`<p class="plain-more"><a href="/forgot">Forgot your password?</a></p>
          <p class="plain-more">New here? <a href="/signup">Create account</a></p>`
      }`,
  };
}

function passwordForm(state: FormState, next: string): Html {
  const field = bind(state);
  return form({
    action: '/signin',
    state,
    submit: t('Sign in'),
    busyLabel: t('Signing in'),
    wide: true,
    body: html`${textField({
        ...field('username_email'),
        label: t('Username or email'),
        autocomplete: 'username',
        required: true,
        autofocus: !state.message,
      })}
      ${passwordField({ ...field('password'), label: t('Password'), purpose: 'current', required: true })}
      <input type="hidden" name="next" value="${next}" />`,
  });
}
