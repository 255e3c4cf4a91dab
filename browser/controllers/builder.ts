import { Controller } from '@hotwired/stimulus';

/** Shows beside a form what it makes, a moment after something was typed. */
export class Builder extends Controller<HTMLElement> {
  static override targets = ['preview'];
  static override values = { address: String };
  declare readonly previewTarget: HTMLElement;
  declare readonly addressValue: string;
  private timer = 0;
  private latest = 0;

  override connect(): void {
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('change', this.later);
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.show(), 300);
  };

  private async show(): Promise<void> {
    const form = this.element.querySelector('form');
    if (!form) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      // That there is a password is shown; what it is need not travel for that.
      if (typeof value === 'string') fields.append(name, name === 'password' && value ? '…' : value);
    const number = (this.latest += 1);
    const answer = await fetch(this.addressValue, { method: 'POST', body: fields }).catch(() => undefined);
    // Without an answer the form works all the same; of two answers the later question counts.
    if (!answer?.ok || answer.redirected || number !== this.latest) return;
    this.previewTarget.innerHTML = await answer.text();
  }
}
