import { showError } from '../behaviors/toasts.ts';
import { t } from '../translate.ts';

let opener: HTMLAnchorElement | undefined;
/** That of the menu closed last, whose form is sent after its button was pressed. */
let lastOpener: HTMLAnchorElement | undefined;
let panel: HTMLElement | undefined;

/**
 * Opens a page's shared menu for the row of a button, or closes it if it is open for that row. The template's
 * names in braces, such as `{id}`, are the button's data attributes.
 */
export async function toggleMenu(button: HTMLAnchorElement): Promise<void> {
  const isOpen = opener === button;
  closeMenu();
  if (isOpen) return;
  panel?.remove();
  opener = button;
  const template = await loadMenu(button);
  forgetOwn(button);
  // Another one may have been opened, or this one closed, while it loaded.
  if (opener !== button) return;
  panel = document.importNode(template.content, true).querySelector<HTMLElement>('.row-menu') ?? undefined;
  if (!panel) return;
  fill(panel, button);
  if (!('share' in navigator)) panel.querySelector('.needs-share')?.remove();
  panel.ariaLabel = button.ariaLabel ?? button.title;
  (button.closest('[data-controller~="chat"]') ?? document.querySelector('main') ?? document.body).append(
    panel,
  );
  panel.showPopover();
  button.ariaExpanded = 'true';
  place(panel, button.getBoundingClientRect());
  panel.querySelector<HTMLElement>('.menu-item')?.focus({ preventScroll: true });
  void loadMore(panel);
}

/** Replaces a link by the actions on its page. If they can’t be fetched, the link remains. */
async function loadMore(menu: HTMLElement): Promise<void> {
  const link = menu.querySelector<HTMLAnchorElement>('a[data-load]');
  const answer = link && (await fetch(link.href).catch(() => undefined));
  if (!link || !answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = [...page.querySelectorAll<HTMLElement>('.menu-list > *')];
  for (const each of found) each.role = 'none';
  for (const item of page.querySelectorAll('.menu-item')) item.role = 'menuitem';
  const hadFocus = document.activeElement === link;
  link.replaceWith(...found);
  if (hadFocus) found[0]?.querySelector<HTMLElement>('.menu-item')?.focus({ preventScroll: true });
  if (opener && panel === menu) place(menu, opener.getBoundingClientRect());
}

// What leaves the page as it is says so without leaving it.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.then === undefined) return;
  event.preventDefault();
  void actInPlace(form, opener ?? lastOpener);
  closeMenu();
});

async function actInPlace(form: HTMLFormElement, button: HTMLAnchorElement | undefined): Promise<void> {
  const body = new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
  const headers = { 'x-in-place': '' };
  const answer = await fetch(form.action, { method: 'POST', body, headers }).catch(() => undefined);
  if (!answer?.ok) {
    showError(t`That didn’t work. Try again.`);
    return;
  }
  document.getElementById('toasts')?.insertAdjacentHTML('beforeend', await answer.text());
  const { then = '', entry } = form.dataset;
  if (button?.dataset.entries && entry && then)
    button.dataset.entries = button.dataset.entries
      .split(' ')
      .map((each) => (each === entry ? then : each))
      .join(' ');
}

const menus = new Map<string, Promise<HTMLTemplateElement>>();

/**
 * Loads the menu that a button opens, once for members and once for visitors. The menu "/menu" depends on its row:
 * it is below the URL of the button, and loaded for each opening.
 */
export function loadMenu(button: HTMLAnchorElement): Promise<HTMLTemplateElement> {
  const address = addressOf(button);
  const key = `${address} ${String(document.body.dataset.live !== undefined)}`;
  const loading = menus.get(key) ?? load(address);
  menus.set(key, loading);
  loading.catch(() => menus.delete(key));
  return loading;
}

const addressOf = ({ dataset: { menu = '' }, pathname }: HTMLAnchorElement) =>
  menu === '/menu' ? `${pathname}/menu` : `/menus/${menu}`;

/** What the menu of a row offers may change with each use. */
function forgetOwn(button: HTMLAnchorElement): void {
  if (button.dataset.menu === '/menu')
    for (const key of menus.keys()) if (key.startsWith(`${addressOf(button)} `)) menus.delete(key);
}

async function load(address: string): Promise<HTMLTemplateElement> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The menu answers ${response.status}`);
  const template = document.createElement('template');
  template.innerHTML = await response.text();
  return template;
}

/** Hides the open menu. The element remains, because a pressed form is sent only while it is in the document. */
export function closeMenu(): void {
  if (!opener) return;
  const button = opener;
  lastOpener = button;
  opener = undefined;
  button.ariaExpanded = 'false';
  if (panel?.contains(document.activeElement)) button.focus({ preventScroll: true });
  if (panel?.isConnected) panel.hidePopover();
}

function fill(root: HTMLElement, button: HTMLAnchorElement): void {
  const { dataset } = button;
  const values: Record<string, string | undefined> = {
    id: button.pathname.split('/').at(-2),
    href: button.pathname.replace(/\/menu$/, ''),
    address: button.href,
    origin: location.origin,
    frame: button.closest('turbo-frame')?.id,
    ...Object.fromEntries(Object.entries(dataset)),
  };
  const shown = (dataset.entries ?? root.dataset.usual)?.split(' ');
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const { entry } = element.dataset;
    if (entry !== undefined && shown?.includes(entry) === false) {
      element.remove();
      continue;
    }
    for (const { name, value } of element.attributes)
      if (value.includes('{'))
        element.setAttribute(
          name,
          value.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''),
        );
    if (element instanceof HTMLButtonElement && element.ariaChecked !== null)
      element.ariaChecked = String(element.value === dataset.mine);
  }
}

/** Distances to the button and to the edges of the window, in pixels. */
const gap = 4;
const edge = 8;
/** How far a row of choices begins before its button. */
const before = 48;
/** Height of the navigation bar on phones, with a margin. */
const bar = 64;

/** Places the panel in the document instead of the window, so that it scrolls with its button. */
function place(panel: HTMLElement, button: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const isRow = panel.matches('.picker');
  const isRightToLeft = document.documentElement.dir === 'rtl';
  // A row of choices begins near its button, and a list ends at its button.
  const [start, end] = isRow
    ? [button.left - before, button.right + before - width]
    : [button.right - width, button.left];
  const left = isRightToLeft ? end : start;
  const widest = document.documentElement.clientWidth - width - edge;
  const above = button.top - gap - height;
  const below = button.bottom + gap;
  const goesAbove = above > bar && (isRow || below + height > innerHeight - bar);
  panel.style.left = `${scrollX + Math.max(edge, Math.min(left, widest))}px`;
  panel.style.top = `${scrollY + (goesAbove ? above : below)}px`;
}
