import { t } from '../../../kernel/translation/translate.ts';
import { html, type Fragment, type Html } from '../../html.ts';
import { short } from './chart-scale.ts';
import { shortNumber } from '../../short-number.ts';

interface BarListEntry {
  label: Fragment;
  value: number;
  href?: string;
}

/**
 * A ranking, largest first, such as countries, browsers or referrers. A bar behind each entry shows its share
 * of the total.
 */
export function barList(options: {
  title: string;
  entries: readonly BarListEntry[];
  unit?: string;
  empty?: string;
}): Html {
  const { title, entries, unit = 'clicks', empty = t('Nothing yet') } = options;
  const max = Math.max(...entries.map(({ value }) => value), 1);
  return html`<section class="bar-list">
    <header>
      <h3>${title}</h3>
      <span>${unit}</span>
    </header>
    ${
      entries.length === 0
        ? html`<p class="bar-list-empty">${empty}</p>`
        : html`<ol>
            ${entries.map(
              ({ label, value, href }) =>
                html`<li>
                  <svg width="100%" height="100%" aria-hidden="true">
                    <rect width="${short((value / max) * 100)}%" height="100%" rx="4" />
                  </svg>
                  <span class="bar-list-label">${href ? html`<a href="${href}">${label}</a>` : label}</span>
                  <span class="bar-list-value">${shortNumber(value)}</span>
                </li>`,
            )}
          </ol>`
    }
  </section>`;
}
