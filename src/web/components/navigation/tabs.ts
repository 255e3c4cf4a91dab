import { attributes, html, type Html } from '../../html.ts';

interface Tab {
  label: string;
  href: string;
  current?: boolean;
  /** How many; text where it was not counted to the end. */
  count?: number | string;
}

/** Views of one thing, each at an address of its own. */
export function tabs(label: string, entries: readonly Tab[]): Html {
  return html`<nav class="tabs" aria-label="${label}">
    <ul>
      ${entries.map(
        (tab) =>
          html`<li>
            <a ${attributes({ href: tab.href, 'aria-current': tab.current ? 'page' : undefined })}
              >${tab.label}${tab.count !== undefined && html` <span class="tab-count">${tab.count}</span>`}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}
