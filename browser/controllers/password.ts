import { Controller } from '@hotwired/stimulus';

/** Shows what was typed as a password, and hides it again before it is sent. */
export class Password extends Controller<HTMLElement> {
  static override targets = ['input', 'toggle'];
  declare readonly inputTarget: HTMLInputElement;
  declare readonly toggleTarget: HTMLButtonElement;

  private form: HTMLFormElement | null = null;

  override connect(): void {
    // Browsers remember what stood in a text field, so it must not be one when the form is sent.
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
