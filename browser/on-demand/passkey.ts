import { t } from '../translate.ts';

const prepared = new WeakSet<HTMLFormElement>();

/**
 * Makes forms with `data-passkey` request a passkey from the device on submission, and submit its response.
 */
export function preparePasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    // Also for known forms: Turbo keeps identical elements when it replaces a page, but disables their button
    // again.
    open(form);
    if (prepared.has(form)) continue;
    prepared.add(form);
    form.addEventListener('submit', (event) => answer(form, event));
  }
}

const fieldOf = (form: HTMLFormElement) => form.elements.namedItem('credential') as HTMLInputElement;

function open(form: HTMLFormElement): void {
  // Missing on plain HTTP and in older browsers, whatever the types say.
  const known = (window as Partial<typeof window>).PublicKeyCredential;
  const isKnown = typeof known?.parseRequestOptionsFromJSON === 'function';
  for (const button of form.querySelectorAll('button')) button.disabled = !isKnown;
  form.hidden = !isKnown;
  document.querySelector('[data-passkey-missing]')?.toggleAttribute('hidden', isKnown);
  fieldOf(form).value = '';
}

function answer(form: HTMLFormElement, event: SubmitEvent): void {
  const field = fieldOf(form);
  if (field.value !== '') return;
  event.preventDefault();
  sendNotice(form, '');
  fetchCredential(form.dataset).then(
    (credential) => {
      field.value = JSON.stringify(credential);
      form.requestSubmit();
    },
    (error: unknown) => sendNotice(form, wordsFor(error)),
  );
}

async function fetchCredential({ passkeyCreate, passkeyAsk = '' }: DOMStringMap): Promise<unknown> {
  const credential =
    passkeyCreate === undefined
      ? await navigator.credentials.get({ publicKey: await askServer(passkeyAsk) })
      : await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
            JSON.parse(passkeyCreate) as PublicKeyCredentialCreationOptionsJSON,
          ),
        });
  return (credential as PublicKeyCredential).toJSON();
}

async function askServer(address: string): Promise<PublicKeyCredentialRequestOptions> {
  const answer = await fetch(address, { method: 'POST' });
  if (!answer.ok) throw new Error(String(answer.status));
  return PublicKeyCredential.parseRequestOptionsFromJSON(
    (await answer.json()) as PublicKeyCredentialRequestOptionsJSON,
  );
}

function sendNotice(form: HTMLFormElement, words: string): void {
  const place = form.querySelector<HTMLElement>('[role=alert]');
  if (!place) return;
  place.textContent = words;
  place.hidden = words === '';
}

function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t`This device already has one of your passkeys.`;
  return name === 'NotAllowedError' || name === 'AbortError'
    ? t`Your device did not return a passkey. Try again, or continue without one.`
    : t`Something went wrong. Try again, or continue without a passkey.`;
}
