import { attributes, classes, html, type Html } from '../../html.ts';
import { card } from '../surfaces.ts';
import { confirmationFields } from '../confirmation.ts';
import { bareIcon, icon } from '../controls.ts';
import type { IconName } from '../icon-names.ts';

/**
 * An action of a shared menu. `{id}` and other names in braces stand for values of the row whose menu is open.
 */
export interface MenuEntry {
  label: string;
  icon: IconName;
  /** The URL of a link. */
  href?: string;
  /** The text to copy. Needs scripts. */
  copies?: string;
  /** The URL to hand to the apps of a phone. Needs scripts and a browser that can. */
  shares?: string;
  /** The URL to post to. */
  to?: string;
  /** What a toast says after it was done in place. */
  said?: string;
  /** Whether the page's own script does it in place. */
  acts?: boolean;
  fields?: Readonly<Record<string, string>>;
  /** The Turbo Frame for the response. */
  frame?: string;
  /** Asks for confirmation. */
  confirm?: string;
  danger?: boolean;
  /** Whether visitors have it too. */
  forVisitors?: boolean;
  /** Whether scripts replace the link by the actions on its page, which depend on more than the row knows. */
  isLoaded?: boolean;
  /** For an action that leaves the page as it is: the entry that takes its place. */
  then?: string;
}

/** What a viewer can do with one row. */
export interface RowMenu<Key extends string = string> {
  /** Accessible name of the button. */
  label: string;
  /** URL of the same menu as a page, for readers without scripts. */
  href: string;
  entries: readonly (Key | false)[];
  /** The entries of most rows, separated by spaces. */
  usual?: string | undefined;
  /** Values of the braces in entries, as data attributes such as `data-id`. */
  values: Readonly<Record<`data-${string}`, string | undefined>>;
}

/** The button of a row that opens the shared menu `name`. Scripts read the id from the URL of the menu's page. */
export const menuOpener = (name: string, { label, href, entries, values, usual }: RowMenu): Html =>
  html`<a
    class="icon-button"
    href="${href}"
    data-menu="${name}"
    ${attributes(ownOf({ href, entries, values, usual }))}
    aria-label="${label}"
    >${bareIcon('ellipsis')}</a
  >`;

/** What the button says of its row, without what scripts know from the menu or from its URL. */
function ownOf({ href, entries, values, usual }: Omit<RowMenu, 'label'>) {
  const { 'data-id': id, 'data-href': target, ...others } = values;
  const shown = entries.filter(Boolean).join(' ');
  return {
    ...others,
    'data-id': href.endsWith(`/${id ?? ''}/menu`) ? undefined : id,
    'data-href': href === `${target ?? ''}/menu` ? undefined : target,
    'data-entries': shown === usual ? undefined : shown,
  };
}

/** The menu that all rows of a kind share. Scripts show the entries of a row and fill in its values. */
export const rowMenu = (
  entries: Readonly<Record<string, MenuEntry>>,
  isSignedIn: boolean,
  usual?: string,
  /** What is above the entries. */
  above?: Html,
): Html =>
  html`<div class="menu-panel row-menu" popover="manual" role="menu" ${attributes({ 'data-usual': usual })}>
    ${above}
    ${Object.entries(entries).map(([key, entry]) => (isSignedIn || entry.forVisitors === true) && entryOf(entry, key))}
  </div>`;

/** The menu of a row on its own page. */
export function menuList<Key extends string>(
  entries: Readonly<Record<Key, MenuEntry>>,
  menu: RowMenu<Key>,
): Html {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => menu.values[`data-${name}`] ?? '');
  const shown = menu.entries.filter((key) => key !== false);
  return card({
    body: html`<div class="menu-list">${shown.map((key) => entryOf(filled(entries[key], fill)))}</div>`,
  });
}

/** Actions that scripts add to an open menu, also on a page of their own. */
export const moreEntries = (entries: readonly (MenuEntry | false)[]): Html =>
  html`<div class="menu-list">${entries.map((entry) => entry && entryOf(entry))}</div>`;

const filled = (entry: MenuEntry, fill: (text: string) => string): MenuEntry => ({
  ...entry,
  ...(entry.href && { href: fill(entry.href) }),
  ...(entry.copies && { copies: fill(entry.copies) }),
  ...(entry.to && { to: fill(entry.to) }),
  ...(entry.confirm && { confirm: fill(entry.confirm) }),
  ...(entry.fields && {
    fields: Object.fromEntries(Object.entries(entry.fields).map(([name, value]) => [name, fill(value)])),
  }),
  // A page of its own has no frames.
  frame: '_top',
});

function entryOf(entry: MenuEntry, key?: string): Html {
  const role = key === undefined ? undefined : 'menuitem';
  const content = html`${icon(entry.icon)}<span>${entry.label}</span>`;
  const frame = { 'data-turbo-frame': entry.frame };
  if (entry.href !== undefined)
    return html`<a
      class="menu-item"
      ${attributes({ href: entry.href, ...frame, role, 'data-entry': key, 'data-load': entry.isLoaded && '' })}
      >${content}</a
    >`;
  if (entry.copies !== undefined)
    return html`<button
      class="menu-item needs-script"
      ${attributes({ type: 'button', 'data-copy': entry.copies, role, 'data-entry': key })}
    >
      ${content}
    </button>`;
  if (entry.shares !== undefined)
    return html`<button
      class="menu-item needs-share"
      ${attributes({ type: 'button', 'data-share': entry.shares, role, 'data-entry': key })}
    >
      ${content}
    </button>`;
  return html`<form
    class="${classes(entry.danger && 'apart')}"
    ${attributes({ action: entry.to, method: 'post', role: role && 'none', 'data-entry': key })}
    ${attributes({ 'data-turbo-frame': entry.frame, 'data-turbo-confirm': entry.confirm })}
    ${attributes({ 'data-said': entry.said, 'data-then': entry.then, 'data-act': entry.acts && '' })}
  >
    ${Object.entries(entry.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${key === undefined && confirmationFields(entry)}
    <button class="${classes('menu-item', entry.danger && 'danger')}" ${attributes({ type: 'submit', role })}>
      ${content}
    </button>
  </form>`;
}

/** Menus by the name in `data-menu`. Scripts load them at first use, from `/menus/`. */
export type RowMenus = Readonly<Record<string, (isSignedIn: boolean) => Html>>;
