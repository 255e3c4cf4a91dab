import { attributes, classes, html, type Html } from '../html.ts';
import type { PageContext } from '../layout.ts';
import { hrefOf, navigationFor } from '../navigation/entry.ts';
import { icon } from './icon.ts';

/** The service's navigation: a rail on wide screens, a bar at the bottom on phones. */
export function navigation(section: string | undefined, context: PageContext): Html {
  return html`<nav class="navigation" aria-label="Main">
    <ul>
      ${navigationFor(context).map((entry) => {
        const count = (entry.count && context.counts?.[entry.count]) ?? 0;
        return html`<li class="${classes(!entry.phone && 'wide-only', entry.act && 'navigation-act')}">
          <a
            ${attributes({
              href: hrefOf(entry, context.viewer),
              'aria-current': entry.key === section ? 'page' : undefined,
              'data-shortcut': entry.shortcut,
            })}
          >
            ${icon(entry.icon)}<span class="navigation-label">${entry.label}</span>
            ${count > 0 && html`<span class="count">${count > 99 ? '99+' : count}<span class="visually-hidden"> new</span></span>`}
          </a>
        </li>`;
      })}
    </ul>
  </nav>`;
}
