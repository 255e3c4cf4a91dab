/** Between two notes that one is typing, in milliseconds. */
const typingPause = 3000;
/** What is written is stored after a pause that long. */
const draftPause = 600;

interface TypingNotes {
  typed: () => void;
  /** What was written is on its way. */
  sent: () => void;
  /** Stores what has not been stored yet. */
  save: () => void;
}

/** Says that one is typing in a conversation, and stores what is written as its draft. */
export function announceTyping(conversation: () => string, text: () => string): TypingNotes {
  let typedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (): void => {
    const draft = text();
    const body = new URLSearchParams({ is_typing: draft === '' ? 'no' : 'yes', draft });
    // It outlives the page.
    void fetch(`/messages/${conversation()}/typing`, { method: 'POST', body, keepalive: true }).catch(
      () => undefined,
    );
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const save = (): void => {
    if (timer === undefined) return;
    stop();
    post();
  };
  return {
    typed: () => {
      stop();
      timer = setTimeout(save, draftPause);
      const now = Date.now();
      if (now - typedAt < typingPause) return;
      typedAt = now;
      post();
    },
    sent: () => {
      stop();
      typedAt = 0;
    },
    save,
  };
}
