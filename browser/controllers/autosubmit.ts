import { Controller } from '@hotwired/stimulus';

/** Submits a form shortly after the last change, so that its effect is visible immediately. */
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
