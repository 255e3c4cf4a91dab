import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { attributes, html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Open } from '../targeting/decision.ts';
import type { Interstitial } from '../interstitial.ts';
import { noindex } from './page-policy.ts';

/** An app URL does nothing if the app is not installed, so the store is also offered. */
export const openView = ({ link }: Interstitial, { to, store, isAutomatic }: Open): View => ({
  title: t('Open in the app'),
  shape: 'plain',
  head: noindex,
  body: html`<h1>Open in the app</h1>
    ${link.special?.title && html`<p class="lead">${link.special.title}</p>`}
    <div class="form-actions wide" ${attributes({ 'data-controller': isAutomatic ? 'open-app' : undefined })}>
      ${linkButton({ label: t('Open the app'), href: to, kind: 'primary', wide: true, data: { 'data-open-app-target': 'app' } })}
      ${linkButton({ label: t('Get the app'), href: store, wide: true, data: { 'data-open-app-target': 'store' } })}
    </div>`,
});
