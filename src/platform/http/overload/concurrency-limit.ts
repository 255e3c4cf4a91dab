/** Runs a bounded number at once; a bounded number more wait for a bounded time. */
interface ConcurrencyLimit {
  /** Calls `enter` with the function that releases the slot, or `refuse`; at once where a slot is free or the queue is full. */
  pass(enter: (leave: () => void) => void, refuse: () => void): void;
}

interface ConcurrencyLimitOptions {
  atOnce: number;
  waiting: number;
  /** Milliseconds. */
  maxWait: number;
}

interface Waiting {
  enter: () => void;
  timer: NodeJS.Timeout;
}

/** A queue of so many rounds moves quickly enough for its end. */
const shortQueue = 4;

/**
 * A short queue moves in the order of arrival. In a long one, the newest request is next: more come
 * than can be served, and in their order all would be answered late, and many in vain.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting: maxWaiting,
  maxWait,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  let inside = 0;
  const waiting: Waiting[] = [];

  const leaveOnce = () => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      const next = waiting.length <= shortQueue * atOnce ? waiting.shift() : waiting.pop();
      if (!next) return;
      clearTimeout(next.timer);
      next.enter();
    };
  };

  return {
    pass: (enter, refuse) => {
      const go = () => {
        inside += 1;
        enter(leaveOnce());
      };
      if (inside < atOnce) return go();
      if (waiting.length >= maxWaiting) return refuse();
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        refuse();
      }, maxWait);
      const one = { enter: go, timer };
      waiting.push(one);
    },
  };
}
