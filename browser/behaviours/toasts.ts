/** Style sheets hide messages in time; this removes those that are hidden, and those that are dismissed. */
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
