import { Controller } from '@hotwired/stimulus';

/** Sends a form when something in it was chosen, once nothing more is chosen for a moment: its effect is seen beside it. */
export class Autosubmit extends Controller<HTMLElement> {
  private timer = 0;

  override disconnect(): void {
    window.clearTimeout(this.timer);
  }

  send({ target }: Event): void {
    const form = target instanceof Element ? target.closest('form') : null;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => form?.requestSubmit(), 300);
  }
}
