import { Controller } from '@hotwired/stimulus';

/** Asks the device for a passkey when its form is sent, and sends the form with what it answered. */
export class Passkey extends Controller<HTMLFormElement> {
  static override targets = ['button', 'credential', 'failure'];
  static override values = { create: String, ask: String };
  declare readonly buttonTarget: HTMLButtonElement;
  declare readonly credentialTarget: HTMLInputElement;
  declare readonly failureTarget: HTMLElement;
  declare readonly createValue: string;
  declare readonly askValue: string;

  override connect(): void {
    // Away on plain HTTP and in older browsers, whatever the types say.
    const known = (window as Partial<typeof window>).PublicKeyCredential;
    const isKnown = typeof known?.parseRequestOptionsFromJSON === 'function';
    this.buttonTarget.disabled = !isKnown;
    this.element.hidden = !isKnown;
    document.querySelector('[data-passkey-missing]')?.toggleAttribute('hidden', isKnown);
  }

  answer(event: SubmitEvent): void {
    if (this.credentialTarget.value !== '') return;
    event.preventDefault();
    this.failureTarget.hidden = true;
    this.fetchCredential().then(
      (credential) => {
        this.credentialTarget.value = JSON.stringify(credential);
        this.element.requestSubmit();
      },
      (error: unknown) => this.tell(error),
    );
  }

  private async fetchCredential(): Promise<unknown> {
    const credential =
      this.createValue === ''
        ? await navigator.credentials.get({ publicKey: await this.askServer() })
        : await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
              JSON.parse(this.createValue) as PublicKeyCredentialCreationOptionsJSON,
            ),
          });
    return (credential as PublicKeyCredential).toJSON();
  }

  private async askServer(): Promise<PublicKeyCredentialRequestOptions> {
    const answer = await fetch(this.askValue, { method: 'POST' });
    if (!answer.ok) throw new Error(String(answer.status));
    return PublicKeyCredential.parseRequestOptionsFromJSON(
      (await answer.json()) as PublicKeyCredentialRequestOptionsJSON,
    );
  }

  private tell(error: unknown): void {
    const name = error instanceof Error ? error.name : '';
    this.failureTarget.textContent =
      name === 'InvalidStateError'
        ? 'This device has a passkey of yours already.'
        : name === 'NotAllowedError' || name === 'AbortError'
          ? 'Your device gave no passkey. Try again, or go on without.'
          : 'That did not work just now. Try again, or go on without.';
    this.failureTarget.hidden = false;
  }
}
