import { t } from '../../translation/translate.ts';
import { attributes, classes, html, type Html, type PageContext } from '../../html.ts';
import { hrefOf, type NavigationEntry, navigationFor } from '../../navigation.ts';
import { avatar } from '../people.ts';
import { badge } from '../surfaces.ts';
import { icon } from '../controls.ts';
import { languageSwitch, themeSwitch } from './site-frame.ts';
import { nativeName } from '../../translation/languages.ts';

/**
 * The service's navigation: a rail on wide screens, a bottom bar on phones. The rail lists all groups. On
 * phones a button in the bar opens them as a sheet, without scripts.
 */
export function navigation(section: string | undefined, context: PageContext): Html {
  const all = navigationFor(context).filter(({ inMenu }) => !inMenu);
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
  const kind = classes(!entry.phone && !entry.group && 'wide-only', entry.act && 'navigation-act');
  return html`<li ${kind !== '' && attributes({ class: kind })}>
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

/**
 * The account menu: what is the viewer's own, appearance, language, the other service and sign-out. Opens
 * without scripts.
 */
export function accountMenu(section: string | undefined, context: PageContext): Html {
  const { viewer, product } = context;
  const own = navigationFor(context).filter(({ inMenu }) => inMenu);
  return html`<details class="menu account-menu">
    <summary>
      ${viewer ? avatar(viewer, 'small') : icon('contrast')}
      <span class="account-name"
        >${viewer ? html`<b>${viewer.name}</b> <small>@${viewer.username}</small>` : t('Appearance')}</span
      >
      ${icon('chevrons-up-down')}
    </summary>
    <div class="menu-panel">
      ${own.map((entry) => menuLink(entry, section, context))}
      ${own.length > 0 && html`<hr class="menu-line" />`} ${themeSwitch(context)}
      <details class="menu-languages" name="menu-part">
        <summary class="menu-item">
          ${icon('languages')}<span>Language</span> <small>${nativeName(context.language)}</small>
        </summary>
        ${languageSwitch(context, 'menu-item')}
      </details>
      <hr class="menu-line" />
      <a class="menu-item" href="${context.other}/"
        >${icon('arrow-up-right')}<span>Go to ${product.sibling}</span></a
      >
      <a class="menu-item" href="/api-docs">${icon('code')}<span>API reference</span></a>
      ${
        viewer &&
        html`<hr class="menu-line" />
          <form action="/signout" method="post">
            <button class="menu-item" type="submit">${icon('log-out')}<span>Sign out</span></button>
          </form>`
      }
    </div>
  </details>`;
}

function menuLink(entry: NavigationEntry, section: string | undefined, { viewer }: PageContext): Html {
  return html`<a
    ${attributes({
      class: 'menu-item',
      href: hrefOf(entry, viewer),
      'aria-current': entry.key === section ? 'page' : undefined,
      'data-shortcut': entry.shortcut,
    })}
    >${icon(entry.icon)}<span>${entry.label}</span></a
  >`;
}

/** Opens the palette, or without scripts the search page. On phones only its icon is shown. */
export function searchButton(section: string | undefined, { product, viewer }: PageContext): Html | false {
  const { search } = product;
  if (search.for === 'member' && !viewer) return false;
  return html`<a
    class="rail-search"
    ${attributes({
      href: search.href,
      'aria-current': section === 'search' ? 'page' : undefined,
      'data-shortcut': '/',
      'data-palette': search.suggestions,
      'data-results': search.results,
    })}
    >${icon('search')}<span class="navigation-label">Search</span><kbd class="needs-script">Ctrl K</kbd></a
  >`;
}

/** The workspace switch. Omitted for people with only their own. Opens without scripts. */
export function workspaceSwitch({ workspaces = [], viewer }: PageContext): Html | false {
  if (!viewer || workspaces.length < 2) return false;
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  const isOther = current !== undefined && current.id !== viewer.id;
  return html`<details
    class="menu workspace-switch"
    ${attributes({ 'data-other': isOther ? '' : undefined })}
  >
    <summary aria-label="Workspace: ${current?.name}">
      ${icon('layers')}<span class="workspace-name">${current?.name}</span>${icon('chevrons-up-down')}
    </summary>
    <div class="menu-panel">
      ${workspaces.map(
        ({ id, name, role, isCurrent }) =>
          html`<form action="/workspace" method="post">
            <input type="hidden" name="id" value="${id}" />
            <button
              class="menu-item"
              ${attributes({ type: 'submit', 'aria-current': isCurrent ? 'true' : undefined })}
            >
              ${icon(isCurrent ? 'check' : 'layers')}<span>${name}</span>${badge(role)}
            </button>
          </form>`,
      )}
    </div>
  </details>`;
}
