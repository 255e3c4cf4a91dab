import { Controller } from '@hotwired/stimulus';

/** Asks the browser to let itself be reached, and sends where it is reached with the form that this button belongs to. */
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
      const registration = await navigator.serviceWorker.register('/push-worker.js');
      const { endpoint, keys } = (await this.ask(registration)).toJSON();
      const known: Record<string, string | undefined> = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
      for (const field of this.fieldTargets) field.value = known[field.name] ?? '';
      this.element.submit();
    } catch {
      // They said no, or their browser does.
      this.refusalTarget.hidden = false;
    }
  }

  private async ask(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
    await navigator.serviceWorker.ready;
    const before = await registration.pushManager.getSubscription();
    // One that was made for other keys is of no use.
    await before?.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.keyValue });
  }
}
