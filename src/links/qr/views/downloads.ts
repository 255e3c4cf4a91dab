import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { html, type Html } from '../../../web/html.ts';

const sizes = [200, 300, 500, 1000, 2000];

/** Download buttons in a size for screens and in formats for print. `address` is the URL of the image. */
export const downloads = (address: string): Html =>
  html`<div class="downloads">
    <form class="row-form" action="${address}" method="get" data-turbo="false">
      <input type="hidden" name="format" value="png" />
      <input type="hidden" name="download" value="1" />
      ${selectField({
        name: 'size',
        label: t('Size'),
        hideLabel: true,
        value: '1000',
        choices: sizes.map((size) => ({ value: String(size), label: t('{size} × {size} pixels', { size }) })),
      })}
      ${button({ label: t('PNG'), icon: 'download', kind: 'primary' })}
    </form>
    <p class="download-links">
      ${linkButton({ label: t('SVG'), icon: 'download', href: `${address}?format=svg&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('PDF'), icon: 'download', href: `${address}?format=pdf&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('EPS'), icon: 'download', href: `${address}?format=eps&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('WebP'), icon: 'download', href: `${address}?format=webp&download=1`, data: { 'data-turbo': 'false' } })}
    </p>
  </div>`;
