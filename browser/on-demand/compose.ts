import { visit } from '@hotwired/turbo';
import { threadButtons } from '../behaviors/composer.ts';
import { element, transientDialog } from '../behaviors/dialogs.ts';
import { showToast } from '../behaviors/toasts.ts';
import { t } from '../translate.ts';
import { changeThread, restoreThread } from './compose-thread.ts';
import { addHistoryEntry, historyIsSettled } from './history-entry.ts';
import { loadStyles } from './load-styles.ts';
import { addWaiting, Refused, send, showWaiting, toPost } from './outbox.ts';
import type { Field } from './outbox-store.ts';
import { forgetUnsent, restoreAll } from './unsent.ts';

/** Forms of new posts that were opened before, so that they open without a connection. */
const forms = new Map<string, string>();

/** Opens the form of a new post in a dialog, a sheet on phones. What was typed before is still there. */
export async function openComposer(address: string): Promise<void> {
  const [body] = await Promise.all([load(address), loadStyles('composer-dialog'), historyIsSettled()]);
  if (document.querySelector('.composer-dialog')) return;
  const form = body.querySelector<HTMLFormElement>('form.composer');
  if (!form) throw new Error('The page has no form');
  const dialog = transientDialog(body.querySelector('h1')?.textContent ?? '', form);
  dialog.classList.add('composer-dialog');
  const close = element('button', 'icon-button', '×');
  close.type = 'button';
  close.ariaLabel = t`Close`;
  close.addEventListener('click', () => dialog.close());
  dialog.querySelector('header')?.append(close);
  form.addEventListener('submit', (event) => {
    if (!toPost(new FormData(form))) return;
    event.preventDefault();
    event.stopPropagation();
    void submit(form, dialog);
  });
  // At once, so that the next key is typed into the new post.
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>(threadButtons);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    changeThread(button);
  });
  dialog.showModal();
  dialog.addEventListener(
    'close',
    addHistoryEntry(() => dialog.close()),
    { once: true },
  );
  restoreAll();
  restoreThread(form);
  const field = form.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

async function load(address: string): Promise<Document> {
  let text = forms.get(address);
  if (text === undefined) {
    const response = await fetch(address, { headers: { accept: 'text/html', 'turbo-frame': 'page-body' } });
    if (!response.ok) throw new Error(`The form answers ${response.status}`);
    text = await response.text();
    forms.set(address, text);
  }
  return new DOMParser().parseFromString(text, 'text/html');
}

async function submit(form: HTMLFormElement, dialog: HTMLDialogElement): Promise<void> {
  const fields = toPost(new FormData(form));
  const button = form.querySelector<HTMLButtonElement>('.composer-foot > .button');
  if (!fields || button?.disabled) return;
  if (button) button.disabled = true;
  const key = keyOf(fields);
  let said: string;
  try {
    await send(fields, key);
    said = t`Posted`;
  } catch (error) {
    if (error instanceof Refused) {
      refuse(form, error.message);
      return;
    }
    if (navigator.onLine && !(error instanceof TypeError)) {
      refuse(form, t`The server can’t be reached. Try again.`);
      return;
    }
    await addWaiting(fields, key);
    said = t`You are offline. Your post is sent when you are online again.`;
  } finally {
    if (button) button.disabled = false;
  }
  last = { post: '', key: '' };
  forgetUnsent(form);
  await closeAndLeave(dialog);
  showToast(said);
  await showWaiting();
  // The feed shows the new post. Elsewhere, the reader stays.
  if (location.pathname === '/' && navigator.onLine) setTimeout(() => visit('/', { action: 'replace' }), 100);
}

let last = { post: '', key: '' };

/** A post that is sent again as it is has the same key, so that it is published once. */
function keyOf(fields: readonly Field[]): string {
  const post = JSON.stringify(
    fields.map(([name, value]) => [name, value instanceof File ? value.size : value]),
  );
  if (last.post !== post) last = { post, key: crypto.randomUUID() };
  return last.key;
}

/** Toasts are removed when the entry of the dialog leaves the history, so they come after it. */
async function closeAndLeave(dialog: HTMLDialogElement): Promise<void> {
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  dialog.close();
  await closed;
  await historyIsSettled();
}

function refuse(form: HTMLFormElement, text: string): void {
  form.querySelector('.field-error')?.remove();
  const problem = element('p', 'field-error', text);
  problem.role = 'alert';
  form.querySelector('.composer-row')?.after(problem);
  form.querySelector('textarea')?.focus();
}
