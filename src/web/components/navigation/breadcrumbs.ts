import { attributes, html, type Html } from '../../html.ts';
import { icon } from '../icon.ts';

/** The way back up. The last entry is this page and has no address. */
export function breadcrumbs(entries: readonly { label: string; href?: string }[]): Html {
  return html`<nav class="breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      ${entries.map(
        ({ label, href }, index) =>
          html`<li>
            ${index > 0 && icon('chevron-right')}${
              href ? html`<a href="${href}">${label}</a>` : html`<span aria-current="page">${label}</span>`
            }
          </li>`,
      )}
    </ol>
  </nav>`;
}

/** On phones: where one came from; without script, and for those who came from elsewhere, `href`. */
export const backLink = (href: string): Html =>
  html`<p class="way-back"><a ${attributes({ href, 'data-back': true })}>${icon('chevron-left')}Back</a></p>`;

/** On phones, where the list that one came from is out of sight. */
export const wayBack = ({ label, href }: { label: string; href: string }): Html =>
  html`<p class="way-back"><a href="${href}">${icon('chevron-left')}${label}</a></p>`;
