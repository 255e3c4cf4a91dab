import { Controller } from '@hotwired/stimulus';

/** So long a phone takes to leave for an app; after that there is none. */
const maxWait = 1500;

/** Goes to an app, and to its store if the page is still looked at a moment later. */
export class OpenApp extends Controller<HTMLElement> {
  static override targets = ['app', 'store'];
  declare readonly appTarget: HTMLAnchorElement;
  declare readonly storeTarget: HTMLAnchorElement;
  private timer = 0;

  override connect(): void {
    this.timer = window.setTimeout(() => {
      if (!document.hidden) location.replace(this.storeTarget.href);
    }, maxWait);
    location.assign(this.appTarget.href);
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
  }
}
