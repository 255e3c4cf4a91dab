import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { html, type Html } from '../../../web/html.ts';

/** Sidebar card for visitors with a description of the site and a sign-up link. */
export const joinCard = (): Html =>
  card({
    title: t('New here?'),
    body: html`<p>Plaza is a social network that its community runs itself.</p>
      <div class="button-row">
        ${linkButton({ label: t('Join'), href: '/signup', kind: 'primary', small: true })}
        ${linkButton({ label: t('Sign in'), href: '/signin', small: true })}
      </div>`,
  });
