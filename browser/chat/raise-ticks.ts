const order = ['sent', 'delivered', 'seen'];

/** Raises the ticks of messages before the viewer's last one to at least its state. */
export function raiseTicks(list: HTMLElement): void {
  const ticks = [...list.querySelectorAll<HTMLElement>('.message-tick')];
  const last = ticks.at(-1);
  if (!last) return;
  for (const tick of ticks) {
    if (order.indexOf(tick.dataset.receipt ?? '') >= order.indexOf(last.dataset.receipt ?? '')) continue;
    tick.dataset.receipt = last.dataset.receipt;
    tick.replaceChildren(...[...last.childNodes].map((each) => each.cloneNode(true)));
  }
}
