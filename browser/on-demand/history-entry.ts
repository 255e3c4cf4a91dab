let leaving: Promise<unknown> = Promise.resolve();

/** Resolves when no entry is being left. One that is added earlier would be left in place of the former. */
export const historyIsSettled = (): Promise<unknown> => leaving;

/**
 * Adds an entry to the history for what is open over the page, so that the back button closes it. Returns what to call
 * when it is closed otherwise. While it is open, the entry of the page itself has no state of Turbo, which would show
 * the page again.
 */
export function addHistoryEntry(close: () => void): () => void {
  const { state } = history as { state: object | null };
  const { href } = location;
  const over = crypto.randomUUID();
  history.replaceState({ ...state, turbo: undefined }, '');
  history.pushState({ ...state, over }, '');
  let isOpen = true;
  const back = () => {
    removeEventListener('popstate', back);
    if (location.href === href) history.replaceState(state, '');
    if (!isOpen) return;
    isOpen = false;
    close();
  };
  addEventListener('popstate', back);
  return () => {
    if (!isOpen) return;
    isOpen = false;
    // Not for a link that was followed, nor for the back button itself.
    if ((history.state as { over?: string } | null)?.over !== over) return;
    leaving = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
  };
}
