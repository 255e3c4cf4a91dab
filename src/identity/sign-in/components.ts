import { t } from '../../web/translation/translate.ts';
import { passwordField, textField } from '../../web/components/fields/text-field.ts';
import { bind, errorSummary, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { providerButtons } from '../providers/components.ts';
import type { SignInWays } from '../providers/providers.ts';
import { passkeyForm } from '../components/passkey-form.ts';

interface After {
  /** Where to redirect: a path of this site. */
  next: string;
  /** Whether the person is signed in, and must prove again who they are. */
  isAgain?: boolean;
}

export function signInView(state: FormState, after: After, ways: SignInWays): View {
  const { next, isAgain = false } = after;
  const title = isAgain ? t('Sign in again') : t('Sign in');
  return {
    title,
    shape: 'plain',
    body: html`<h1>${title}</h1>
      ${isAgain && html`<p class="lead">${t('For your security, confirm that it is you.')}</p>`}
      ${ways.hasPasswords ? passwordForm(state, after) : errorSummary(state)} ${providerButtons(ways, after)}
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
          ${!isAgain && html`<p class="plain-more">New here? <a href="/signup">Create account</a></p>`}`
      }`,
  };
}

function passwordForm(state: FormState, { next, isAgain = false }: After): Html {
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
      <input type="hidden" name="next" value="${next}" />
      ${isAgain && html`<input type="hidden" name="again" value="1" />`}`,
  });
}
