import { Controller } from '@hotwired/stimulus';

/** Milliseconds that a phone takes at most to switch to an app. After that, the app is not installed. */
const maxWait = 1500;

/** Opens an app, or its store if the page is still visible a moment later. */
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
