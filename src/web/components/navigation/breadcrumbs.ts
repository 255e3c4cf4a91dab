import { attributes, html, type Html } from '../../html.ts';
import { icon } from '../controls.ts';

/** Breadcrumbs. The last entry is the current page and has no URL. */
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

/**
 * Back link on phones: goes to the previous page; without scripts, or when coming from another site, to
 * `href`.
 */
export const backLink = (href: string): Html =>
  html`<p class="way-back"><a ${attributes({ href, 'data-back': true })}>${icon('chevron-left')}Back</a></p>`;

/** Link to the parent list, on phones, where the list is not visible. */
export const parentLink = ({ label, href }: { label: string; href: string }): Html =>
  html`<p class="way-back"><a href="${href}">${icon('chevron-left')}${label}</a></p>`;
