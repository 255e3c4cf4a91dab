import { Controller } from '@hotwired/stimulus';
import { morphChildren } from '@hotwired/turbo';

/**
 * Fetches a part of the page anew while somebody looks at it: every few seconds, or when the live stream has an event of
 * that name. The answer is empty when nothing changed since `version`; otherwise it is the part as it is now. What was
 * opened in it stays open.
 */
export class Refresh extends Controller<HTMLElement> {
  static override values = { address: String, event: String, seconds: Number, version: String };
  declare readonly addressValue: string;
  declare readonly eventValue: string;
  declare readonly secondsValue: number;
  declare readonly versionValue: string;
  private timer = 0;
  private isDue = false;

  override connect(): void {
    if (this.secondsValue > 0)
      this.timer = window.setInterval(() => void this.refresh(), this.secondsValue * 1000);
    if (this.eventValue !== '')
      for (const name of [this.eventValue, 'refresh'])
        document.addEventListener(`live:${name}`, this.refreshSoon);
    document.addEventListener('visibilitychange', this.refreshDue);
  }

  override disconnect(): void {
    window.clearInterval(this.timer);
    for (const name of [this.eventValue, 'refresh'])
      document.removeEventListener(`live:${name}`, this.refreshSoon);
    document.removeEventListener('visibilitychange', this.refreshDue);
  }

  private readonly refreshSoon = () => {
    this.isDue = true;
    this.refreshDue();
  };

  /** What happened while nobody looked is fetched when somebody does. */
  private readonly refreshDue = () => {
    if (this.isDue) void this.refresh();
  };

  private async refresh(): Promise<void> {
    if (document.hidden) return;
    this.isDue = false;
    const address = new URL(this.addressValue, location.href);
    address.searchParams.set('seen', this.versionValue);
    // Being offline for a while is no reason to stop trying.
    const answer = await fetch(address).catch(() => undefined);
    const text = answer?.ok && !answer.redirected ? await answer.text() : '';
    const next = new DOMParser().parseFromString(text, 'text/html').getElementById(this.element.id);
    if (next) this.show(next);
  }

  private show(next: HTMLElement): void {
    for (const [index, { open }] of [...this.element.querySelectorAll('details')].entries()) {
      const successor = next.querySelectorAll('details')[index];
      if (successor) successor.open = open;
    }
    morphChildren(this.element, next);
    this.element.setAttribute(
      'data-refresh-version-value',
      next.getAttribute('data-refresh-version-value') ?? '',
    );
  }
}
