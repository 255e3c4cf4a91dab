/** Maximum distance from the bottom at which the reader counts as being at the newest message, in pixels. */
export const near = 120;

/**
 * Changes the messages of a list without moving what is being read. With `follows`, a reader at the newest
 * message stays at the newest.
 */
export function preserveScroll(
  scroll: HTMLElement,
  list: HTMLElement,
  follows: boolean,
  change: () => void,
): void {
  const isAtEnd = follows && -scroll.scrollTop < near;
  const { top } = scroll.getBoundingClientRect();
  const anchor = [...list.querySelectorAll<HTMLElement>('[data-id]')].find(
    (message) => message.getBoundingClientRect().bottom > top,
  );
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  if (isAtEnd) scroll.scrollTop = 0;
  else if (anchor) scroll.scrollTop += anchor.getBoundingClientRect().top - before;
}
