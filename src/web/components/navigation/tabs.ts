import { shortNumber } from '../../short-number.ts';
import { attributes, html, type Html } from '../../html.ts';

interface Tab {
  label: string;
  href: string;
  current?: boolean;
  /** The number of entries, or text if it was not counted completely. */
  count?: number | string;
}

/** Tabs for views of one subject, each with its own URL. */
export function tabs(label: string, entries: readonly Tab[]): Html {
  const count = (shown: Tab['count']) =>
    shown !== undefined &&
    html` <span class="tab-count">${typeof shown === 'number' ? shortNumber(shown) : shown}</span>`;
  return html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${entries.map(
        (tab) =>
          html`<li>
            <a ${attributes({ href: tab.href, 'aria-current': tab.current ? 'page' : undefined })}
              >${tab.label}${count(tab.count)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}
