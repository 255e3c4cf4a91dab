import { Controller } from '@hotwired/stimulus';

/** Toggles the visibility of a password, and hides it again before submission. */
export class Password extends Controller<HTMLElement> {
  static override targets = ['input', 'toggle'];
  declare readonly inputTarget: HTMLInputElement;
  declare readonly toggleTarget: HTMLButtonElement;

  private form: HTMLFormElement | null = null;

  override connect(): void {
    // Browsers store the values of text fields, so the field must be a password field on submission.
    this.form = this.inputTarget.form;
    this.form?.addEventListener('submit', this.hide);
  }

  override disconnect(): void {
    this.form?.removeEventListener('submit', this.hide);
  }

  private readonly hide = (): void => this.show(false);

  toggle(): void {
    this.show(this.inputTarget.type === 'password');
    this.inputTarget.focus();
  }

  private show(isShown: boolean): void {
    this.inputTarget.type = isShown ? 'text' : 'password';
    this.toggleTarget.ariaPressed = String(isShown);
  }
}
