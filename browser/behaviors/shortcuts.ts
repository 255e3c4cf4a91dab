import { openPalette } from './palette.ts';

let before = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keyboard shortcuts for any link, button or field with `data-shortcut`, such as `n` or `g h`. `?` lists
 * them. Ctrl or Command with K opens the palette, and with Enter submits the form that has the focus.
 */
export function handleShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && key.toLowerCase() === 'k' && !event.defaultPrevented && openPalette()) {
      event.preventDefault();
    } else if (key === 'Enter' && isCommand && target instanceof HTMLTextAreaElement) {
      target.form?.requestSubmit();
    } else if (!isCommand && !event.altKey && !event.isComposing && !isBusy(target)) {
      press(key, event);
    }
  });
  document.addEventListener('click', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const isSearch = event.target instanceof Element && event.target.closest('[data-palette]');
    if (isPlain && isSearch && openPalette()) event.preventDefault();
  });
}

function isBusy(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  return isTyping || document.querySelector('dialog[open]') !== null;
}

function press(key: string, event: KeyboardEvent): void {
  if (key === '?') {
    void import('../on-demand/shortcut-help.ts').then(({ showShortcuts }) => showShortcuts());
    return;
  }
  const found = offered(`${before} ${key}`.trim()) ?? offered(key);
  clearTimeout(timer);
  before = found ? '' : key;
  timer = setTimeout(() => (before = ''), 1000);
  if (!found) return;
  event.preventDefault();
  follow(found);
}

/** Shortcuts of the page content take precedence over those of the navigation. */
function offered(keys: string): HTMLElement | null {
  const named = `[data-shortcut="${CSS.escape(keys)}"]`;
  return document.querySelector<HTMLElement>(`main ${named}`) ?? document.querySelector<HTMLElement>(named);
}

function follow(found: HTMLElement): void {
  const isHere = found instanceof HTMLAnchorElement && found.hash && found.pathname === location.pathname;
  const target = isHere ? document.querySelector<HTMLElement>(found.hash) : null;
  if (target) target.focus();
  else if (found.matches('input, textarea, select')) found.focus();
  else found.click();
}
