import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { html, type Html } from '../../web/html.ts';
import type { SignInWays } from './providers.ts';

/**
 * A button for each provider, or nothing. Links, because a form may not lead to another site. Following one early
 * would begin a sign-in.
 */
export const providerButtons = (
  { providers }: Pick<SignInWays, 'providers'>,
  { next, isAgain = false }: { next: string; isAgain?: boolean },
): Html | false =>
  providers.length > 0 &&
  html`<div class="form-actions" role="group" aria-label="${t('Sign in with a provider')}">
    ${providers.map(({ slug, label }) =>
      linkButton({
        label: t('Continue with {label}', { label }),
        href: `/signin/with/${slug}?${new URLSearchParams({ next, ...(isAgain && { again: '1' }) }).toString()}`,
        wide: true,
        data: { 'data-turbo': 'false', rel: 'nofollow' },
      }),
    )}
  </div>`;
