import { Controller } from '@hotwired/stimulus';

/** Shows a live preview beside a form, shortly after the last input. */
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
      // The preview only shows whether there is a password, so the password is not sent.
      if (typeof value === 'string') fields.append(name, name === 'password' && value ? '…' : value);
    const number = (this.latest += 1);
    const answer = await fetch(this.addressValue, { method: 'POST', body: fields }).catch(() => undefined);
    // The form works without a preview. Only the latest request counts.
    if (!answer?.ok || answer.redirected || number !== this.latest) return;
    this.previewTarget.innerHTML = await answer.text();
  }
}
