/** To where the page's own link on leads, leaving nothing behind to come back to. */
export function goOn(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-way-on]');
  if (link) location.replace(link.href);
}
