/** Runs a limited number at once. A limited number of others wait for a limited time. */
interface ConcurrencyLimit {
  /**
   * Calls `enter` with the function that releases the slot, or `refuse`. Calls immediately if a slot is free
   * or the queue is full.
   */
  pass(enter: (leave: () => void) => void, refuse: () => void): void;
}

interface ConcurrencyLimitOptions {
  atOnce: number;
  waiting: number;
  /** In milliseconds. */
  maxWait: number;
}

interface Waiting {
  enter: () => void;
  timer: NodeJS.Timeout;
}

/** A queue of up to this many rounds moves quickly enough for its last entry. */
const shortQueue = 4;

/**
 * A short queue is first in, first out. A long one serves the newest request first: under overload, in order
 * of arrival all responses would be late, and many would be in vain.
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
