/** Calls `work` immediately, and again after `pause` milliseconds if it was called in the meantime. */
export function throttle(work: () => void, pause: number): () => void {
  let waiting: NodeJS.Timeout | undefined;
  let isAsked = false;
  const act = () => {
    if (waiting) {
      isAsked = true;
      return;
    }
    work();
    waiting = setTimeout(() => {
      waiting = undefined;
      if (isAsked) {
        isAsked = false;
        act();
      }
    }, pause);
    waiting.unref();
  };
  return act;
}
