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
  const address = `/messages/${conversation}/part?${new URLSearchParams(query).toString()}`;
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok || answer.redirected) return undefined;
  const template = document.createElement('template');
  template.innerHTML = await answer.text();
  return template.content;
}

/** Submits a form that acts on a message. Returns the message's id. */
export async function submitAction(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<string | undefined> {
  const body = new FormData(form, submitter);
  const id = new URL(form.action).pathname.split('/').at(-2);
  await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  return id;
}
