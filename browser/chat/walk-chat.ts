const rows = ':is(.chat-row > a, .chat-folder)';
const messages = '.messages > .message[data-id]';

/**
 * Keyboard navigation: arrow keys move through conversations and messages, Enter opens a message's actions,
 * and Escape goes back from a message to the field, from the field to the list, and from the list out of the
 * conversation.
 */
export function handleChatKeys(chat: HTMLElement, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof HTMLElement) || target.closest('dialog, details[open]')) return;
    if (key === 'Escape' ? leave(chat, target) : walk(chat, target, key)) event.preventDefault();
  };
  chat.addEventListener('keydown', onKey, { signal });
}

/** Returns whether the key was handled. */
function walk(chat: HTMLElement, target: HTMLElement, key: string): boolean {
  const list = target.closest('.chat-list');
  const all = [...chat.querySelectorAll<HTMLElement>(list ? rows : messages)];
  if (list && target.matches('input')) return key === 'ArrowDown' && focus(all[0]);
  // A slider in a message has the same keys.
  if (!list && (!target.closest('.chat-scroll') || target.matches('input'))) return false;
  const here = target.closest<HTMLElement>(list ? rows : messages);
  if (!list && key === 'Enter' && target === here) return press(here.querySelector('.message-menu > a'));
  const at = here ? all.indexOf(here) : list ? -1 : all.length;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
  if (next === undefined) return false;
  if (next < 0 && list) return focus(chat.querySelector('.chat-search input'));
  if (next >= all.length && !list) return focus(chat.querySelector('.chat-composer textarea'));
  return focus(all[next]);
}

function leave(chat: HTMLElement, target: HTMLElement): boolean {
  const field = chat.querySelector<HTMLElement>('.chat-composer textarea');
  const current = chat.querySelector<HTMLElement>('.chat-rows [aria-current]');
  const isListShown = chat.querySelector<HTMLElement>('.chat-list')?.offsetParent !== null;
  if (target.matches('input[type=search]') && (target as HTMLInputElement).value !== '') return false;
  if (target.closest('.chat-scroll') && field) return focus(field);
  if (!target.closest('.chat-list')) {
    if (field && isListShown && focus(current)) return true;
    return press(chat.querySelector('.chat-pane .chat-bar > a:first-child'));
  }
  if (target.matches('input')) return focus(field) || focus(chat.querySelector(rows));
  return press(chat.querySelector('.chat-pane .chat-bar > a:first-child'));
}

function focus(found: HTMLElement | null | undefined): boolean {
  if (!found) return false;
  if (found.matches(messages)) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: 'nearest' });
  return true;
}

function press(found: HTMLElement | null): boolean {
  found?.click();
  return found !== null;
}
