/** Minimum time between typing notifications, in milliseconds. */
const typingPause = 3000;
/** Pause after typing before the draft is saved, in milliseconds. */
const draftPause = 600;

/** Maximum time that a page waits for the previous page's draft, in milliseconds. */
const longestWait = 1000;
let stored: Promise<unknown> | undefined;

/** Resolves when pending drafts are saved. Drafts are saved in order, and before a message is sent. */
export const draftStored = (): Promise<unknown> | undefined => stored;

/** Delays the next page until the draft is saved, because that page shows it. */
export function awaitDraft(event: CustomEvent<{ resume: () => void }>): void {
  if (!stored) return;
  event.preventDefault();
  const waited = new Promise((resolve) => setTimeout(resolve, longestWait));
  void Promise.race([stored, waited]).then(() => event.detail.resume());
}

interface TypingNotifier {
  typed: () => void;
  /** The message is being sent. */
  sent: () => void;
  /** Saves unsaved text. Pass true when the page is about to unload, to send immediately. */
  save: (isLast?: boolean) => void;
}

/** Sends typing notifications for a conversation, and saves its draft. */
export function announceTyping(conversation: () => string, text: () => string): TypingNotifier {
  let typedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (fields: Record<string, string>, isLast = false): void => {
    const address = `/messages/${conversation()}/typing`;
    const body = new URLSearchParams(fields);
    const send = () =>
      // `keepalive` lets the request outlive the page.
      fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined);
    const sending = stored && !isLast ? stored.then(send) : send();
    stored = sending;
    void sending.then(() => {
      if (stored === sending) stored = undefined;
    });
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const save = (isLast = false): void => {
    if (timer === undefined) return;
    stop();
    const draft = text();
    post({ is_typing: draft === '' ? 'no' : 'yes', draft }, isLast);
  };
  return {
    typed: () => {
      stop();
      timer = setTimeout(save, draftPause);
      const now = Date.now();
      if (now - typedAt < typingPause) return;
      typedAt = now;
      post({ is_typing: 'yes' });
    },
    sent: () => {
      stop();
      typedAt = 0;
    },
    save,
  };
}
