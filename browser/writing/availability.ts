import { Controller } from '@hotwired/stimulus';

const pause = 300;

interface Said {
  username: string;
  available: boolean;
  message: string;
}

/** Shows below a field whether the typed name is available, and proposes one from another field while it is empty. */
export class Availability extends Controller<HTMLElement> {
  static override targets = ['input', 'output'];
  static override values = { address: String, from: String };
  declare readonly inputTarget: HTMLInputElement;
  declare readonly outputTarget: HTMLElement;
  declare readonly addressValue: string;
  /** Name of the field that a proposal is made from. */
  declare readonly fromValue: string;
  private timer = 0;
  private proposed = '';

  override connect(): void {
    this.element.addEventListener('input', this.later);
    this.source?.addEventListener('change', () => void this.propose());
    if (this.inputTarget.value !== this.inputTarget.defaultValue) this.later();
    else void this.propose();
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    // The targets are gone by now.
    this.element.removeEventListener('input', this.later);
  }

  private get source(): HTMLInputElement | null {
    const found = this.element.closest('form')?.elements.namedItem(this.fromValue);
    return found instanceof HTMLInputElement ? found : null;
  }

  private async propose(): Promise<void> {
    const name = this.source?.value.trim() ?? '';
    const { value } = this.inputTarget;
    if (name === '' || (value !== '' && value !== this.proposed)) return;
    const said = await this.get('name', name);
    if (!said || this.inputTarget.value !== value) return;
    this.proposed = said.username;
    this.inputTarget.value = said.username;
    this.show(said);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(this.inputTarget.value.trim()), pause);
  };

  private async ask(typed: string): Promise<void> {
    const said = typed === '' ? undefined : await this.get(this.inputTarget.name, typed);
    // The text has changed in the meantime.
    if (this.inputTarget.value.trim() === typed) this.show(said);
  }

  private async get(field: string, typed: string): Promise<Said | undefined> {
    const address = `${this.addressValue}?${field}=${encodeURIComponent(typed)}`;
    const answer = await fetch(address).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as Said) : undefined;
  }

  private show(said: Said | undefined): void {
    this.outputTarget.textContent = said?.message ?? '';
    this.outputTarget.toggleAttribute('data-wrong', said?.available === false);
  }
}
