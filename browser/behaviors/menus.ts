/**
 * Handles open menus: arrow keys move through the items, and Escape, leaving the menu or a click elsewhere
 * closes it. A menu without room below opens above its button.
 */
export function handleMenus(): void {
  document.addEventListener('click', (event) => closeAllBut(event.target));
  document.addEventListener('focusin', (event) => closeAllBut(event.target));
  // `toggle` does not bubble.
  document.addEventListener('toggle', ({ target }) => placePanel(target), true);
  document.addEventListener('keydown', (event) => {
    const menu =
      event.target instanceof Element ? event.target.closest<HTMLDetailsElement>('details.menu') : null;
    if (menu) press(menu, event);
  });
}

function closeAllBut(target: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  }
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

function press(menu: HTMLDetailsElement, event: KeyboardEvent): void {
  if (event.key === 'Escape' && menu.open) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
    return;
  }
  const items = [...menu.querySelectorAll<HTMLElement>('.menu-item')];
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
  menu.open = true;
  items.at(next % items.length)?.focus();
}
