import { Controller } from '@hotwired/stimulus';
import { morphChildren } from '@hotwired/turbo';

/**
 * Minimum and maximum delay between invalidation and refresh, in milliseconds. Several events within the
 * delay cause a single refresh.
 */
const shortestPause = 250;
const longestPause = 30_000;

/**
 * Refreshes a part of the page while the tab is visible: every few seconds, or on the live event of that
 * name. The response is empty if nothing changed since `version`, otherwise it is the current markup. Open
 * details stay open.
 */
export class Refresh extends Controller<HTMLElement> {
  static override values = { address: String, event: String, seconds: Number, version: String };
  declare readonly addressValue: string;
  declare readonly eventValue: string;
  declare readonly secondsValue: number;
  declare readonly versionValue: string;
  private timer = 0;
  private isDue = false;
  private isAtWork = false;

  override connect(): void {
    if (this.secondsValue > 0) this.timer = window.setInterval(this.refreshSoon, this.secondsValue * 1000);
    if (this.eventValue !== '') {
      for (const name of [this.eventValue, 'refresh'])
        document.addEventListener(`live:${name}`, this.refreshSoon);
      // The stream connects before this script, so an event may have occurred since the page was rendered.
      this.refreshSoon();
    }
    document.addEventListener('visibilitychange', this.refreshDue);
  }

  override disconnect(): void {
    this.isDue = false;
    window.clearInterval(this.timer);
    for (const name of [this.eventValue, 'refresh'])
      document.removeEventListener(`live:${name}`, this.refreshSoon);
    document.removeEventListener('visibilitychange', this.refreshDue);
  }

  private readonly refreshSoon = () => {
    this.isDue = true;
    this.refreshDue();
  };

  /** Catches up when the tab becomes visible. */
  private readonly refreshDue = () => {
    if (this.isAtWork) return;
    this.isAtWork = true;
    void this.refreshWhileDue().finally(() => (this.isAtWork = false));
  };

  /**
   * One request at a time, so that an older response never replaces a newer one. Failed requests are retried.
   */
  private async refreshWhileDue(): Promise<void> {
    let pause = shortestPause;
    while (this.isDue && !document.hidden) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      this.isDue = false;
      if (!this.element.isConnected) return;
      const isAnswered = await this.refresh().catch(() => false);
      if (isAnswered) pause = shortestPause;
      else {
        this.isDue = true;
        pause = Math.min(pause * 2, longestPause);
      }
    }
  }

  /** Returns whether the server responded. If it is offline or overloaded, a retry may succeed. */
  private async refresh(): Promise<boolean> {
    const address = new URL(this.addressValue, location.href);
    address.searchParams.set('seen', this.versionValue);
    const answer = await fetch(address);
    if (answer.status >= 500 || answer.status === 429) return false;
    const text = answer.ok && !answer.redirected ? await answer.text() : '';
    const next = new DOMParser().parseFromString(text, 'text/html').getElementById(this.element.id);
    if (next) this.show(next);
    return true;
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
