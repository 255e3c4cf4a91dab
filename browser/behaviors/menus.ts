import { showError, unreachable } from './toasts.ts';

/** A menu in its row, or the open menu that rows share. */
const menus = 'details.menu, .row-menu';

/**
 * Handles open menus: arrow keys move through the items, and Escape, leaving the menu or a click elsewhere
 * closes it. A menu without room below opens above its button.
 */
export function handleMenus(): void {
  document.addEventListener('click', (event) => {
    const opener = openerOf(event.target);
    closeAllBut(opener ?? event.target);
    const shared = event.target instanceof Element && event.target.closest<HTMLElement>('[data-share]');
    if (shared)
      void navigator.share({ url: shared.dataset.share ?? '', title: document.title }).catch(() => undefined);
    // Copying shows a check mark in the menu.
    if (
      event.target instanceof Element &&
      event.target.closest('.row-menu :is(.menu-item:not([data-copy]), .message-picker button)')
    )
      close?.();
    if (opener && !event.metaKey && !event.ctrlKey && !event.shiftKey && openShared(opener))
      event.preventDefault();
  });
  document.addEventListener('focusin', (event) => {
    const opener = openerOf(event.target);
    // Without scripts, it is a link to a page.
    if (opener) opener.ariaHasPopup = 'menu';
    closeAllBut(opener ?? event.target);
  });
  // The menu is there when it is pressed.
  document.addEventListener('pointerover', ({ target }) => {
    const opener = openerOf(target);
    if (opener)
      void import('../on-demand/row-menu.ts').then(({ loadMenu }) => loadMenu(opener)).catch(() => undefined);
  });
  // `toggle` does not bubble.
  document.addEventListener('toggle', ({ target }) => placePanel(target), true);
  document.addEventListener('keydown', (event) => {
    const opener = openerOf(event.target);
    if (opener && (event.key === ' ' || event.key === 'ArrowDown') && openShared(opener))
      event.preventDefault();
    const menu = event.target instanceof Element ? event.target.closest<HTMLElement>(menus) : null;
    if (menu) press(menu, event);
  });
  // Hovering would fetch pages that are rarely opened.
  document.addEventListener('turbo:before-prefetch', (event) => {
    if (event.target instanceof Element && event.target.closest('a[data-menu], .row-menu a'))
      event.preventDefault();
  });
  document.addEventListener('turbo:before-render', () => close?.());
}

const openerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-menu]') : null;

let close: (() => void) | undefined;

/** Opens the menu that rows share. Returns false where the browser has none: then the link's page has the menu. */
function openShared(opener: HTMLAnchorElement): boolean {
  if (!('popover' in opener)) return false;
  void import('../on-demand/row-menu.ts')
    .then(({ toggleMenu, closeMenu }) => {
      close = closeMenu;
      return toggleMenu(opener);
    })
    .catch(() => {
      if (navigator.onLine) location.assign(opener.href);
      else showError(unreachable());
    });
  return true;
}

function closeAllBut(target: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  }
  if (target instanceof Element && !target.closest('a[data-menu], .row-menu')) close?.();
}

/** Height of the navigation bar on phones, with a margin. */
const bar = 64;

function placePanel(target: EventTarget | null): void {
  const panel =
    target instanceof Element && target.matches('.menu[open]') && target.querySelector('.menu-panel');
  if (!panel) return;
  panel.classList.remove('up');
  const { top, bottom, height } = panel.getBoundingClientRect();
  if (bottom > innerHeight - bar && top > height + bar) panel.classList.add('up');
}

function press(menu: HTMLElement, event: KeyboardEvent): void {
  const isShared = !(menu instanceof HTMLDetailsElement);
  if (event.key === 'Escape' && (isShared || menu.open)) {
    if (isShared) close?.();
    else {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
    return;
  }
  if (!isShared && /^Arrow|^Home|^End/.test(event.key)) menu.open = true;
  const items = [...menu.querySelectorAll<HTMLElement>('.menu-item, .message-picker button')].filter((item) =>
    item.checkVisibility(),
  );
  const at = items.findIndex((item) => item === document.activeElement);
  const before = at < 0 ? -1 : at - 1;
  const keys = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: before,
    ArrowLeft: before,
    Home: 0,
    End: -1,
  };
  const next = (keys as Partial<Record<string, number>>)[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
