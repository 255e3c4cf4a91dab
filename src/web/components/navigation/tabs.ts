import { attributes, html, type Html, type View, shortNumber } from '../../html.ts';
import { pageHeader } from '../surfaces.ts';

interface Tab {
  label: string;
  href: string;
  current?: boolean;
  /** The number of entries, or text if it was not counted completely. */
  count?: number | string;
}

/** Tabs for views of one subject, each with its own URL. `isInPlace`: whether the page stays where it is scrolled to. */
export function tabs(label: string, entries: readonly Tab[], isInPlace = false): Html {
  const count = (shown: Tab['count']) =>
    shown !== undefined &&
    html` <span class="tab-count">${typeof shown === 'number' ? shortNumber(shown) : shown}</span>`;
  return html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${entries.map(
        (tab) =>
          html`<li>
            <a
              ${attributes({
                href: tab.href,
                'aria-current': tab.current ? 'page' : undefined,
                'data-turbo-action': isInPlace ? 'replace' : undefined,
              })}
              >${tab.label}${count(tab.count)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

interface TabbedView extends Pick<View, 'title' | 'section' | 'wide'> {
  /** The shared heading of all pages in these tabs. */
  heading: string;
  lead: string;
  pages: readonly { label: string; href: string }[];
  /** The tab of the current page. */
  href: string;
  body: Html;
}

/** One of several related pages: heading and tabs above `body`. */
export const tabbedView = ({ heading, lead, pages, href, body, ...view }: TabbedView): View => ({
  ...view,
  body: html`${pageHeader({ title: heading, lead })}
  ${tabs(
    heading,
    pages.map((entry) => ({ ...entry, current: entry.href === href })),
  )}
  ${body}`,
});
