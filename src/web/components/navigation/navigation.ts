import { attributes, classes, html, type Html } from '../../html.ts';
import type { PageContext } from '../../view.ts';
import { hrefOf, navigationFor, type NavigationEntry } from '../../navigation.ts';
import { icon } from '../icon.ts';

/**
 * The service's navigation: a rail on wide screens, a bottom bar on phones. The rail lists all groups. On
 * phones a button in the bar opens them as a sheet, without scripts.
 */
export function navigation(section: string | undefined, context: PageContext): Html {
  const all = navigationFor(context);
  const groups = Map.groupBy(
    all.filter(({ group }) => group !== undefined),
    ({ group = '' }) => group,
  );
  const list = (entries: readonly NavigationEntry[]) =>
    html`<ul>
      ${entries.map((entry) => row(entry, section, context))}
    </ul>`;
  // Declared in advance, so the phone bar does not shift while the page loads.
  const inBar = all.filter(({ phone }) => phone).length;
  return html`<nav
    class="${classes('navigation', groups.size > 0 && 'grouped')}"
    aria-label="Main"
    data-in-bar="${inBar}"
  >
    ${list(all.filter(({ group }) => group === undefined))}
    ${
      groups.size > 0 &&
      html`<button
          ${attributes({
            class: classes('navigation-more', all.some(isHere(section)) && 'is-here'),
            type: 'button',
            popovertarget: 'navigation-groups',
          })}
        >
          ${icon('menu')}<span class="navigation-label">More</span>
        </button>
        <div class="navigation-groups" id="navigation-groups" popover>
          ${[...groups].map(
            ([name, entries]) =>
              html`<section aria-label="${name}">
                <p class="navigation-group" aria-hidden="true">${name}</p>
                ${list(entries)}
              </section>`,
          )}
        </div>`
    }
  </nav>`;
}

/** Whether a grouped entry is the current page. Phones then mark the group's button as current. */
const isHere = (section: string | undefined) => (entry: NavigationEntry) =>
  entry.group !== undefined && entry.key === section;

function row(entry: NavigationEntry, section: string | undefined, context: PageContext): Html {
  const count = (entry.count && context.counts?.[entry.count]) ?? 0;
  return html`<li
    class="${classes(!entry.phone && !entry.group && 'wide-only', entry.act && 'navigation-act')}"
  >
    <a
      ${attributes({
        href: hrefOf(entry, context.viewer),
        'aria-current': entry.key === section ? 'page' : undefined,
        'data-shortcut': entry.shortcut,
        // Opening the page marks notifications as read, so hovering must not prefetch it.
        'data-turbo-prefetch': entry.count === 'notifications' ? 'false' : undefined,
      })}
    >
      ${icon(entry.icon)}<span class="navigation-label">${entry.label}</span>
      ${
        entry.count &&
        html`<span ${attributes({ class: 'count', 'data-badge': entry.count, hidden: count === 0 })}
          >${count > 99 ? '99+' : count}<span class="visually-hidden"> new</span></span
        >`
      }
    </a>
  </li>`;
}
