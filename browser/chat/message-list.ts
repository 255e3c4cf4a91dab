const all = (list: HTMLElement, rows: string) => [...list.querySelectorAll<HTMLElement>(rows)];

export const findMessage = (list: HTMLElement, id: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);

/** Id of the newest message shown. */
export const lastId = (list: HTMLElement): string => all(list, '[data-id]').at(-1)?.dataset.id ?? '0';

export const lastOwn = (list: HTMLElement): HTMLElement | undefined =>
  all(list, '.message.mine[data-id]').at(-1);

/** Whether the reader can edit a message: what its menu has. */
export const isEditable = (message: HTMLElement): boolean =>
  message.querySelector('.message-menu [data-entries~="edit"]') !== null;

/** Adds messages at the end, before those that are being sent. Returns the ones that were not there. */
export function insertMessages(list: HTMLElement, part: DocumentFragment): HTMLElement[] {
  const fresh = [...part.querySelectorAll<HTMLElement>('[data-id]')].filter(
    ({ dataset }) => !findMessage(list, dataset.id ?? ''),
  );
  for (const message of fresh) {
    const { client = '' } = message.dataset;
    // The sent message replaces its pending version.
    if (client) list.querySelector(`[data-pending="${CSS.escape(client)}"]`)?.remove();
    list.insertBefore(message, list.querySelector('[data-pending]'));
  }
  return fresh;
}

/** Shows the current version of a message, or none. What had the focus in it, or was next to it, has it again. */
export function replaceMessage(present: HTMLElement, next: HTMLElement | null | undefined): void {
  const hadFocus = present.contains(document.activeElement);
  const neighbor = next ?? present.nextElementSibling ?? present.previousElementSibling;
  if (next) present.replaceWith(next);
  else present.remove();
  if (!hadFocus || !(neighbor instanceof HTMLElement)) return;
  neighbor.tabIndex = -1;
  neighbor.focus({ preventScroll: true });
}
