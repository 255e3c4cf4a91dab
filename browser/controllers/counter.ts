import { Controller } from '@hotwired/stimulus';
import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';

/** Shows how many characters are left when at most a quarter remain. */
export class Counter extends Controller<HTMLTextAreaElement> {
  static override values = { output: String };
  declare readonly outputValue: string;
  private output: HTMLElement | undefined;

  override connect(): void {
    this.output = document.getElementById(this.outputValue) ?? element('span', 'characters-left');
    if (!this.output.isConnected) this.element.after(this.output);
    this.count();
    this.element.addEventListener('input', () => this.count());
  }

  private count(): void {
    const max = this.element.maxLength;
    const left = max - this.element.value.length;
    if (!this.output) return;
    this.output.textContent = left <= max / 4 ? t`${left} left` : '';
    this.output.toggleAttribute('data-few', left <= max / 20);
  }
}
