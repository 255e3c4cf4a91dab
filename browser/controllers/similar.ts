import { Controller } from '@hotwired/stimulus';

/** Shows similar questions while a title is typed, in the frame named `similar`. */
export class Similar extends Controller<HTMLElement> {
  private timer = 0;

  override connect(): void {
    this.element.addEventListener('input', this.later);
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    this.element.removeEventListener('input', this.later);
  }

  private readonly later = ({ target }: Event): void => {
    window.clearTimeout(this.timer);
    if (!(target instanceof HTMLInputElement)) return;
    this.timer = window.setTimeout(() => {
      const frame = document.getElementById('similar');
      frame?.setAttribute(
        'src',
        `/questions/similar?${new URLSearchParams({ title: target.value.slice(0, 400) })}`,
      );
    }, 400);
  };
}
