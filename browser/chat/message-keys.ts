import { isEditable } from './message-list.ts';

interface Acts {
  reply: (message: HTMLElement) => boolean;
  edit: (message: HTMLElement) => boolean;
}

/**
 * Keys of an open conversation: r replies to the focused message and e edits it, the up arrow in an empty field
 * edits the newest own message, Enter sends, and Escape ends a reply or an edit. Returns whether the key was one of
 * them.
 */
export function pressMessageKey(
  conversation: HTMLElement,
  { key, target, shiftKey }: KeyboardEvent,
  acts: Acts,
): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('.message[data-id]')) {
    if (key === 'r') return acts.reply(target);
    return key === 'e' && acts.edit(target);
  }
  const form = target.closest<HTMLFormElement>('.chat-composer');
  if (!form) return false;
  if (key === 'Escape') {
    const cancel = form.querySelector<HTMLElement>('.chat-reply:not([hidden]) a');
    cancel?.click();
    return cancel !== null;
  }
  if (!(target instanceof HTMLTextAreaElement)) return false;
  if (key === 'Enter' && !shiftKey && !matchMedia('(pointer: coarse)').matches) {
    form.requestSubmit();
    return true;
  }
  if (key !== 'ArrowUp' || target.value !== '') return false;
  const own = [...conversation.querySelectorAll<HTMLElement>('.message.mine[data-id]')].findLast(isEditable);
  return own !== undefined && acts.edit(own);
}
