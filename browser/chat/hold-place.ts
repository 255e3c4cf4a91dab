/** Changes the messages of a list, and leaves what is read where it is; `isAtEnd`: the newest stay in sight instead. */
export function holdPlace(
  scroll: HTMLElement,
  list: HTMLElement,
  isAtEnd: boolean,
  change: () => void,
): void {
  const { top } = scroll.getBoundingClientRect();
  const anchor = [...list.querySelectorAll<HTMLElement>('[data-id]')].find(
    (message) => message.getBoundingClientRect().bottom > top,
  );
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  if (isAtEnd) scroll.scrollTop = 0;
  else if (anchor) scroll.scrollTop += anchor.getBoundingClientRect().top - before;
}
