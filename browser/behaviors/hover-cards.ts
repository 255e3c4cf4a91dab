/** Milliseconds for which the pointer rests on a name before its card is shown. */
const rest = 450;

/** Shows a card of the person whose name or picture a mouse rests on. */
export function showHoverCards(): void {
  let timer = 0;
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    window.clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a, .aside a') : null;
    if (pointerType !== 'mouse' || !link || !/^\/@[^/]+$/.test(link.pathname)) return;
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    if (link.closest('.hover-card-box')) return;
    timer = window.setTimeout(() => {
      void import('../on-demand/hover-card.ts').then(({ showHoverCard }) => showHoverCard(link));
    }, rest);
  });
}
