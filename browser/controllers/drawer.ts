import { Controller } from '@hotwired/stimulus';

/** A side dialog that opens when its frame has loaded a form, and returns to the page where it was opened. */
export class Drawer extends Controller<HTMLDialogElement> {
  override connect(): void {
    this.element.addEventListener('turbo:frame-load', this.open);
    this.element.addEventListener('click', this.cancel);
    // Turbo may morph this page in place. Removing only the `open` attribute would leave the page inert.
    this.element.addEventListener('turbo:submit-end', () => this.element.close());
  }

  private readonly open = (): void => {
    const next = this.element.querySelector<HTMLInputElement>('input[name="next"]');
    if (next) next.value = location.pathname + location.search;
    if (!this.element.open) this.element.showModal();
  };

  private readonly cancel = (event: MouseEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('.form-actions a'))) return;
    event.preventDefault();
    this.element.close();
  };
}
