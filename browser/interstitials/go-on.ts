/** Follows the page's continue link, replacing the history entry. */
export function continueToTarget(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-way-on]');
  if (link) location.replace(link.href);
}
