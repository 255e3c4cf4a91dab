import { Controller } from '@hotwired/stimulus';

/**
 * Requests permission for push notifications, and submits the push subscription with the form of this button.
 */
export class Push extends Controller<HTMLFormElement> {
  static override values = { key: String };
  static override targets = ['field', 'refusal'];
  declare readonly keyValue: string;
  declare readonly fieldTargets: HTMLInputElement[];
  declare readonly refusalTarget: HTMLElement;

  override connect(): void {
    this.element.hidden = !('PushManager' in window && 'serviceWorker' in navigator);
  }

  async subscribe(event: Event): Promise<void> {
    event.preventDefault();
    try {
      const registration = await navigator.serviceWorker.register('/service-worker.js');
      const { endpoint, keys } = (await this.ask(registration)).toJSON();
      const known: Record<string, string | undefined> = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
      for (const field of this.fieldTargets) field.value = known[field.name] ?? '';
      this.element.submit();
    } catch {
      // The user or the browser denied permission.
      this.refusalTarget.hidden = false;
    }
  }

  private async ask(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
    await navigator.serviceWorker.ready;
    const before = await registration.pushManager.getSubscription();
    // A subscription for another server key is useless.
    await before?.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.keyValue });
  }
}
