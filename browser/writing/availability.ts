import { Controller } from '@hotwired/stimulus';

const pause = 300;

/** Shows below a field whether the typed name is available. */
export class Availability extends Controller<HTMLElement> {
  static override targets = ['input', 'output'];
  static override values = { address: String };
  declare readonly inputTarget: HTMLInputElement;
  declare readonly outputTarget: HTMLElement;
  declare readonly addressValue: string;
  private timer = 0;

  override connect(): void {
    this.element.addEventListener('input', this.later);
    if (this.inputTarget.value !== this.inputTarget.defaultValue) this.later();
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    // The targets are gone by now.
    this.element.removeEventListener('input', this.later);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(this.inputTarget.value.trim()), pause);
  };

  private async ask(typed: string): Promise<void> {
    const address = `${this.addressValue}?${this.inputTarget.name}=${encodeURIComponent(typed)}`;
    const answer = typed === '' ? undefined : await fetch(address).catch(() => undefined);
    const said = answer?.ok ? ((await answer.json()) as { available: boolean; message: string }) : undefined;
    // The text has changed in the meantime.
    if (this.inputTarget.value.trim() !== typed) return;
    this.outputTarget.textContent = said?.message ?? '';
    this.outputTarget.toggleAttribute('data-wrong', said?.available === false);
  }
}
