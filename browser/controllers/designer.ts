import { Controller } from '@hotwired/stimulus';

/**
 * Renders a QR code on the server while its form is filled in. The last preview stays until the next one
 * arrives.
 */
export class Designer extends Controller<HTMLElement> {
  static override targets = ['preview'];
  static override values = { address: String };
  declare readonly previewTarget: HTMLElement;
  declare readonly addressValue: string;
  private timer = 0;
  private underWay: AbortController | undefined;

  override connect(): void {
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('change', this.later);
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    this.underWay?.abort();
    this.element.removeEventListener('input', this.later);
    this.element.removeEventListener('change', this.later);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.draw(), 250);
  };

  private async draw(): Promise<void> {
    const form = this.element.querySelector('form');
    if (!form) return;
    this.underWay?.abort();
    const { signal } = (this.underWay = new AbortController());
    const request = { method: 'POST', body: new FormData(form), signal };
    // Superseded by a later preview, or offline: the current preview stays.
    const answer = await fetch(this.addressValue, request).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').body.firstElementChild;
    if (next && !signal.aborted) this.previewTarget.replaceChildren(next);
  }
}
