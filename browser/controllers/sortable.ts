import { Controller } from '@hotwired/stimulus';

/** A list whose items are dragged by a handle, with mouse or touch. On drop, the new order is submitted. */
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
    grip.setPointerCapture(event.pointerId);
    item.classList.add('is-lifted');
    const move = (moved: PointerEvent): void => this.carry(item, moved.clientY);
    const drop = (): void => {
      grip.removeEventListener('pointermove', move);
      item.classList.remove('is-lifted');
      if (this.order() !== before) this.send();
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', drop, { once: true });
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
