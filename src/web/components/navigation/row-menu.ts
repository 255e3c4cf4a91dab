import { attributes, classes, html, type Html } from '../../html.ts';
import { currentLanguage } from '../../translation/languages.ts';
import { card } from '../card.ts';
import { icon } from '../icon.ts';
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
  /** The URL to post to. */
  to?: string;
  fields?: Readonly<Record<string, string>>;
  /** The Turbo Frame for the response. */
  frame?: string;
  /** Asks for confirmation. */
  confirm?: string;
  danger?: boolean;
  /** Whether visitors have it too. */
  forVisitors?: boolean;
}

/** What a viewer can do with one row. */
export interface RowMenu<Key extends string = string> {
  /** Accessible name of the button. */
  label: string;
  /** URL of the same menu as a page, for readers without scripts. */
  href: string;
  entries: readonly (Key | false)[];
  /** Values of the braces in entries, as data attributes such as `data-id`. */
  values: Readonly<Record<`data-${string}`, string | undefined>>;
}

/** The button of a row that opens the shared menu `name`. */
export const menuOpener = (name: string, { label, href, entries, values }: RowMenu): Html =>
  html`<a
    class="icon-button"
    href="${href}"
    data-menu="${name}"
    data-entries="${entries.filter(Boolean).join(' ')}"
    ${attributes(values)}
    aria-haspopup="menu"
    aria-label="${label}"
    >${icon('ellipsis')}</a
  >`;

/** The menu that the rows of a page share. Scripts show the entries of a row and fill in its values. */
export const rowMenu = (
  name: string,
  entries: Readonly<Record<string, MenuEntry>>,
  isSignedIn: boolean,
): Html =>
  html`<template id="menu-${name}"
    ><div class="menu-panel row-menu" popover="manual" role="menu">
      ${Object.entries(entries).map(([key, entry]) => (isSignedIn || entry.forVisitors === true) && entryOf(entry, key))}
    </div></template
  >`;

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
    return html`<a class="menu-item" ${attributes({ href: entry.href, ...frame, role, 'data-entry': key })}
      >${content}</a
    >`;
  if (entry.copies !== undefined)
    return html`<button
      class="menu-item needs-script"
      ${attributes({ type: 'button', 'data-copy': entry.copies, role, 'data-entry': key })}
    >
      ${content}
    </button>`;
  return html`<form
    class="${classes(entry.danger && 'apart')}"
    ${attributes({ action: entry.to, method: 'post', role: role && 'none', 'data-entry': key })}
    ${attributes({ 'data-turbo-frame': entry.frame, 'data-turbo-confirm': entry.confirm })}
  >
    ${Object.entries(entry.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${classes('menu-item', entry.danger && 'danger')}" ${attributes({ type: 'submit', role })}>
      ${content}
    </button>
  </form>`;
}

/** Menus by the name in `data-menu`. */
export type RowMenus = Readonly<Record<string, (isSignedIn: boolean) => Html>>;

const drawn = new Map<string, Html>();

/** The menus that buttons in the page open. The same for all members, so drawn once for each language. */
export const menusOf = (
  body: Html,
  {
    product: { key, menus = {} },
    viewer,
  }: { product: { key: string; menus?: RowMenus }; viewer: object | null },
): Html =>
  html`${Object.entries(menus).map(
    ([name, draw]) =>
      body.text.includes(`data-menu="${name}"`) && drawnOnce(`${key} ${name}`, draw, viewer !== null),
  )}`;

function drawnOnce(name: string, draw: (isSignedIn: boolean) => Html, isSignedIn: boolean): Html {
  const key = `${name} ${currentLanguage()} ${String(isSignedIn)}`;
  const known = drawn.get(key) ?? draw(isSignedIn);
  drawn.set(key, known);
  return known;
}
