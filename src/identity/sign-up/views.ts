import { t } from '../../web/translation/translate.ts';
import { notice } from '../../web/components/notice.ts';
import type { FormState } from '../../web/form.ts';
import { html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { providerButtons } from '../providers/components.ts';
import type { SignInWays } from '../providers/providers.ts';
import { registerForm } from './components.ts';
import type { SignUpFields } from './sign-up.ts';

/** `next` is where to redirect afterwards: a path of this site. */
export function registerView(
  state: FormState,
  asked: SignUpFields & { next: string },
  ways: SignInWays,
): View {
  const isClosed = asked.registration === 'closed' && !asked.isFirst;
  return {
    title: t('Create account'),
    shape: 'plain',
    body: html`<h1>Create account</h1>
      ${
        isClosed
          ? notice({
              tone: 'warning',
              title: t('Registration is closed'),
              body: t('New accounts are not accepted at the moment.'),
            })
          : html`<p class="lead">
                ${
                  asked.isFirst
                    ? t('This is the first account, so it becomes the operator.')
                    : t('One account for the network and its short links.')
                }
              </p>
              ${ways.hasPasswords && registerForm(state, asked)}`
      }
      ${providerButtons(ways, asked)}
      <p class="plain-more">Already have an account? <a href="/signin">Sign in</a></p>`,
  };
}
