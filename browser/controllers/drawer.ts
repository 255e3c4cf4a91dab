import { Controller } from '@hotwired/stimulus';

/** A dialog at the side that opens once its frame has fetched a form, and leads back to where it was opened. */
export class Drawer extends Controller<HTMLDialogElement> {
  override connect(): void {
    this.element.addEventListener('turbo:frame-load', this.open);
    this.element.addEventListener('click', this.cancel);
    // The next page may be this one, changed in place: a dialog that only loses its mark would leave it inert.
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
