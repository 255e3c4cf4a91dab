import { Controller } from '@hotwired/stimulus';

/** Grows a text area with its content in browsers without `field-sizing`. */
export class Autosize extends Controller<HTMLTextAreaElement> {
  override connect(): void {
    if (CSS.supports('field-sizing', 'content')) return;
    this.fit();
    this.element.addEventListener('input', () => this.fit());
  }

  private fit(): void {
    this.element.style.blockSize = 'auto';
    this.element.style.blockSize = `${this.element.scrollHeight + 2}px`;
  }
}
