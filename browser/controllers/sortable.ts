import { Controller } from '@hotwired/stimulus';

/** Distance from the top and the bottom of the window in which the page scrolls. */
const edge = 80;

/**
 * A list whose items are dragged by a handle, with mouse or touch. On drop, the new order is submitted. Escape restores
 * the order.
 */
export class Sortable extends Controller<HTMLElement> {
  static override targets = ['list', 'form', 'order'];
  declare readonly listTarget: HTMLElement;
  declare readonly formTarget: HTMLFormElement;
  declare readonly orderTarget: HTMLInputElement;

  lift(event: PointerEvent): void {
    const grip = event.currentTarget as HTMLElement;
    const item = grip.closest<HTMLElement>('[data-id]');
    if (!item || event.button !== 0) return;
    event.preventDefault();
    const before = this.order();
    const items = [...this.listTarget.children];
    grip.setPointerCapture(event.pointerId);
    item.classList.add('is-lifted');
    let y = event.clientY;
    let frame = 0;
    // The page also scrolls while the pointer rests at its edge.
    const follow = (): void => {
      const top = (Math.min(0, y - edge) + Math.max(0, y - innerHeight + edge)) / 4;
      scrollBy({ top, behavior: 'instant' });
      this.carry(item, y);
      frame = requestAnimationFrame(follow);
    };
    const dragging = new AbortController();
    const { signal } = dragging;
    const end = (): void => {
      dragging.abort();
      cancelAnimationFrame(frame);
      item.classList.remove('is-lifted');
    };
    const drop = (): void => {
      this.carry(item, y);
      end();
      if (this.order() !== before) this.send();
    };
    const press = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      end();
      this.listTarget.append(...items);
    };
    grip.addEventListener('pointermove', ({ clientY }) => (y = clientY), { signal });
    grip.addEventListener('lostpointercapture', drop, { signal });
    document.addEventListener('keydown', press, { signal });
    follow();
  }

  /** Moves the neighbors past the item. Detaching the item itself would release the pointer capture. */
  private carry(item: HTMLElement, y: number): void {
    for (;;) {
      const { previousElementSibling: above, nextElementSibling: below } = item;
      if (above && y < middleOf(above)) item.after(above);
      else if (below && y > middleOf(below)) item.before(below);
      else return;
    }
  }

  private send(): void {
    this.orderTarget.value = this.order();
    this.formTarget.requestSubmit();
  }

  private order(): string {
    return [...this.listTarget.querySelectorAll<HTMLElement>('[data-id]')]
      .map(({ dataset }) => dataset.id)
      .join();
  }
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
