import { forgetSearches } from './recent-searches.ts';

const start = 'unsent:';
const longest = 7 * 24 * 60 * 60 * 1000;

interface Unsent {
  text: string;
  at: number;
}

/**
 * Restores the text of fields with `data-unsent` after a reload. The text is saved in this browser until it
 * is sent.
 */
export function persistUnsentText(): void {
  document.addEventListener('input', ({ target }) => {
    const field = [...fieldsIn(document)].find((each) => each === target);
    // At once: a dialog may be closed with the next key.
    if (field) store(field);
  });
  document.addEventListener('turbo:submit-end', (event) => {
    const { success } = (event as CustomEvent<{ success?: boolean }>).detail;
    if (!success || !(event.target instanceof HTMLFormElement)) return;
    forgetUnsent(event.target);
  });
  document.addEventListener('turbo:load', restoreAll);
  document.addEventListener('turbo:frame-load', restoreAll);
  restoreAll();
}

/** Deletes the stored texts of a form that was sent by a script. */
export function forgetUnsent(form: HTMLFormElement): void {
  for (const field of fieldsIn(form)) localStorage.removeItem(keyOf(field));
  localStorage.removeItem(keyOfThread(form));
}

/** Deletes unsent texts and searches from the browser on sign-out. */
export function clearUnsent(): void {
  forgetSearches();
  for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
}

type TextField = HTMLTextAreaElement | HTMLInputElement;

/** Texts with `data-unsent`, and what stands above and below them, such as a title. */
const unsent = ['textarea[data-unsent]', 'form.form:has(textarea[data-unsent]) input[type="text"]'];

/** Fields with server-side drafts are excluded. */
const fieldsIn = (root: ParentNode) =>
  root.querySelectorAll<TextField>(
    unsent.map((each) => `${each}:not([data-controller~="autosave"] *)`).join(),
  );

/** The key consists of the account and the form's address. */
const keyOf = (field: TextField): string => `${keyOfForm(field.form)}:${field.name}`;

/** The key of the posts that continue the one that is written. */
export const keyOfThread = (form: HTMLFormElement): string => `${keyOfForm(form)}:thread`;

function keyOfForm(form: HTMLFormElement | null): string {
  const { account } = JSON.parse(document.body.dataset.live ?? '{}') as { account?: string };
  return `${start}${account ?? ''}:${form?.getAttribute('action') ?? ''}`;
}

function store(field: TextField): void {
  try {
    if (field.value.trim() === '') localStorage.removeItem(keyOf(field));
    else
      localStorage.setItem(
        keyOf(field),
        JSON.stringify({ text: field.value, at: Date.now() } satisfies Unsent),
      );
  } catch {
    // Storage is full or forbidden. The text would only be lost on a reload.
  }
}

/** Restores the texts of fields that scripts have added. */
export function restoreAll(): void {
  for (const field of fieldsIn(document)) {
    const stored = localStorage.getItem(keyOf(field));
    if (stored === null || field.value !== '') continue;
    const { text, at } = JSON.parse(stored) as Unsent;
    if (Date.now() - at > longest) localStorage.removeItem(keyOf(field));
    else {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}
