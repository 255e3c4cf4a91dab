/** Lets so many in at once, and a bounded number wait for a bounded time. */
interface Gate {
  /** Calls `enter` with what gives the place back, or `refuse`. At once, where there is room or no room at all. */
  pass(enter: (leave: () => void) => void, refuse: () => void): void;
}

interface GateOptions {
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
 * A short queue moves in the order of arrival. In a long one, whoever has waited for the shortest time is next: more come
 * than can be served, and in their order all would be answered late, and many in vain.
 */
export function createGate({ atOnce, waiting: mostWaiting, maxWait }: GateOptions): Gate {
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
      if (waiting.length >= mostWaiting) return refuse();
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        refuse();
      }, maxWait);
      const one = { enter: go, timer };
      waiting.push(one);
    },
  };
}
