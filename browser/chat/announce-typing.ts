/** Between two notes that one is typing, in milliseconds. */
const typingPause = 3000;
/** What is written is stored after a pause that long. */
const draftPause = 600;

/** A page does not wait longer than this for the draft of the one before, in milliseconds. */
const longestWait = 1000;
let stored: Promise<unknown> | undefined;

/** Drafts are stored in order, and before a message is sent. */
export const draftStored = (): Promise<unknown> | undefined => stored;

/** The next page shows the draft: it is asked for when that is stored. */
export function awaitDraft(event: CustomEvent<{ resume: () => void }>): void {
  if (!stored) return;
  event.preventDefault();
  const waited = new Promise((resolve) => setTimeout(resolve, longestWait));
  void Promise.race([stored, waited]).then(() => event.detail.resume());
}

interface TypingNotes {
  typed: () => void;
  /** What was written is on its way. */
  sent: () => void;
  /** Stores what has not been stored yet; at once when the page is about to end. */
  save: (isLast?: boolean) => void;
}

/** Says that one is typing in a conversation, and stores what is written as its draft. */
export function announceTyping(conversation: () => string, text: () => string): TypingNotes {
  let typedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (fields: Record<string, string>, isLast = false): void => {
    const address = `/messages/${conversation()}/typing`;
    const body = new URLSearchParams(fields);
    const send = () =>
      // It outlives the page.
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
