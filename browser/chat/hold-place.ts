/** How far from the bottom somebody still reads the newest, in pixels. */
export const near = 120;

/** Changes the messages of a list, and leaves what is read where it is; `follows`: a reader at the newest message stays at the newest. */
export function holdPlace(
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
