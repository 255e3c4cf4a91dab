import { showError, unreachable } from '../behaviors/toasts.ts';
import { t } from '../translate.ts';

/** The stream's event about a message. */
export interface MessageEvent {
  conversation: string;
  id: string;
  isNew?: boolean;
}

/**
 * Fetches part of a conversation as markup: messages after or before a message, or the current version of
 * one. Returns undefined on failure.
 */
export async function fetchPart(
  conversation: string,
  query: Record<string, string>,
): Promise<DocumentFragment | undefined> {
  const text = await fetchText(`/messages/${conversation}/part?${new URLSearchParams(query).toString()}`);
  if (text === undefined) return undefined;
  const template = document.createElement('template');
  template.innerHTML = text;
  return template.content;
}

/** Fetches a page. Returns undefined on failure. */
export async function fetchDocument(address: string): Promise<Document | undefined> {
  const text = await fetchText(address);
  return text === undefined ? undefined : parse(text);
}

async function fetchText(address: string): Promise<string | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok && !answer.redirected ? answer.text() : undefined;
}

const parse = (text: string) => new DOMParser().parseFromString(text, 'text/html');

/** The reason that a page gives for a rejection. */
export const problemIn = (page: string): string =>
  parse(page).querySelector('[role=alert], h1 + p')?.textContent.trim() ?? t`That didn’t work. Try again.`;

/**
 * Submits a form that acts on a message, after its question. Returns the message's id, or undefined if it was not
 * done, after saying why.
 */
export async function submitAction(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<string | undefined> {
  const question = form.dataset.turboConfirm;
  if (question !== undefined) {
    const { confirmDialog } = await import('../on-demand/confirm.ts');
    if (!(await confirmDialog(question, form, submitter))) return undefined;
  }
  const body = new FormData(form, submitter);
  // A redirect says that it was done. The conversation itself is here.
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(
    () => undefined,
  );
  if (answer?.type === 'opaqueredirect') return new URL(form.action).pathname.split('/').at(-2);
  showError(answer ? problemIn(await answer.text()) : unreachable());
  return undefined;
}
