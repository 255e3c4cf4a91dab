import { element } from '../behaviors/dialogs.ts';
import { loadStyles } from './load-styles.ts';

/** Milliseconds until a card that the pointer has left is hidden. */
const patience = 250;
const gap = 6;
const edge = 8;

let shown: { link: HTMLAnchorElement; card: HTMLElement } | undefined;
let leaving = 0;

/** Shows who a link leads to while the pointer is on the link or the card. */
export async function showHoverCard(link: HTMLAnchorElement): Promise<void> {
  if (shown?.link === link) return;
  const [answer] = await Promise.all([
    fetch(`${link.pathname}/card`).catch(() => undefined),
    loadStyles('hover-card'),
  ]);
  if (!answer?.ok || !link.matches(':hover')) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const content = page.querySelector('.hover-card');
  if (!content || !link.matches(':hover')) return;
  hideHoverCard();
  const card = element('div', 'hover-card-box', content);
  card.popover = 'manual';
  (document.querySelector('main') ?? document.body).append(card);
  card.showPopover();
  place(card, link);
  shown = { link, card };
  for (const each of [link, card]) {
    each.addEventListener('pointerleave', leave);
    each.addEventListener('pointerenter', stay);
  }
}

export function hideHoverCard(): void {
  if (!shown) return;
  const { link, card } = shown;
  shown = undefined;
  stay();
  link.removeEventListener('pointerleave', leave);
  link.removeEventListener('pointerenter', stay);
  card.remove();
}

const leave = () => (leaving = window.setTimeout(hideHoverCard, patience));
const stay = () => window.clearTimeout(leaving);

document.addEventListener('keydown', ({ key }) => key === 'Escape' && hideHoverCard());
document.addEventListener('click', ({ target }) => {
  if (shown && target instanceof Element && target.closest('a') && !shown.card.contains(target))
    hideHoverCard();
});
document.addEventListener('turbo:before-render', hideHoverCard);
document.addEventListener('turbo:before-cache', hideHoverCard);

/** Places the card in the document instead of the window, so that it scrolls with its link. */
function place(card: HTMLElement, link: HTMLAnchorElement): void {
  const { width, height } = card.getBoundingClientRect();
  // The first line of a name that is broken.
  const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const start = document.documentElement.dir === 'rtl' ? at.right - width : at.left;
  const left = Math.max(edge, Math.min(start, document.documentElement.clientWidth - width - edge));
  const goesAbove = at.bottom + gap + height > innerHeight && at.top > height + gap;
  card.style.left = `${scrollX + left}px`;
  card.style.top = `${scrollY + (goesAbove ? at.top - gap - height : at.bottom + gap)}px`;
}
