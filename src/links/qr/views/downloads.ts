import { button, linkButton } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { html, type Html } from '../../../web/html.ts';

const sizes = [200, 300, 500, 1000, 2000];

/** The picture as a file, for the screen in a size and for print. `address` is that of the picture. */
export const downloads = (address: string): Html =>
  html`<div class="downloads">
    <form class="row-form" action="${address}" method="get" data-turbo="false">
      <input type="hidden" name="format" value="png" />
      <input type="hidden" name="download" value="1" />
      ${selectField({
        name: 'size',
        label: 'Size',
        hideLabel: true,
        value: '1000',
        choices: sizes.map((size) => ({ value: String(size), label: `${size} × ${size} pixels` })),
      })}
      ${button({ label: 'PNG', icon: 'download', kind: 'primary' })}
    </form>
    <p class="download-links">
      ${linkButton({ label: 'SVG', icon: 'download', href: `${address}?format=svg&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: 'PDF', icon: 'download', href: `${address}?format=pdf&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: 'EPS', icon: 'download', href: `${address}?format=eps&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: 'WebP', icon: 'download', href: `${address}?format=webp&download=1`, data: { 'data-turbo': 'false' } })}
    </p>
  </div>`;
