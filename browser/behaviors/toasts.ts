/** Removes toasts that were dismissed or that the style sheet has hidden. */
export function dismissToasts(): void {
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('.toast .icon-button')) {
      event.target.closest('.toast')?.remove();
    }
  });
  document.addEventListener('animationend', ({ animationName, target }) => {
    if (animationName === 'leave' && target instanceof Element) target.remove();
  });
}
