/** Replaces a message by its current version. Its menu stays open. */
export function replaceMessage(present: Element, next: Element): void {
  const isMenuOpen = present.querySelector('.message-menu[open]') !== null;
  next.querySelector('.message-menu')?.toggleAttribute('open', isMenuOpen);
  present.replaceWith(next);
}
