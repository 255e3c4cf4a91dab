import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { clicks as counter } from '../../../platform/logging/metrics.ts';
import { insertClicks } from './insert-clicks.ts';
import type { Spool } from './spool.ts';

/** About 2,000 clicks. A larger batch is hardly cheaper per click and holds the lock longer. */
export const batchBytes = 256 * 1024;
/** How long a click waits to be batched. */
const maxWait = seconds(0.25);
const [firstPause, longestPause] = [seconds(0.25), seconds(5)];

/** Moves lines from the spool to the database in batches, with retries. */
interface Flusher {
  /** Signals that there may be new lines. */
  nudge(): void;
  /** Resolves when the database has everything in the spool. Rejects if storing fails. */
  flush(): Promise<void>;
  /** Stops the flusher after one last attempt. */
  stop(): Promise<void>;
}

const [yes, no] = [() => true, () => false];

export function createFlusher(app: App, spool: Spool): Flusher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pause = 0;
  let isStopped = false;

  /** Stores batches as long as they are full, then one more. With `everything`, stores all lines. */
  const move = async (everything: boolean): Promise<void> => {
    for (let batch = spool.next(); batch; batch = spool.next()) {
      counter.inc({ stage: 'stored' }, await insertClicks(app, batch.lines));
      batch.done();
      if (!everything && spool.waiting() < batchBytes) return;
    }
  };

  const run = (everything: boolean): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (running ??= move(everything).finally(() => (running = undefined)));
  };

  /** Never rejects. Failures are retried later. */
  const tryToRun = async (everything = false): Promise<void> => {
    try {
      await run(everything);
      if (pause > 0) app.log.info('clicks reach the database again');
      pause = 0;
    } catch (error) {
      if (pause === 0) app.log.warn({ err: error }, 'clicks wait on disk until the database accepts them');
      pause = Math.min(longestPause, Math.max(firstPause, pause * 2));
      spool.sync();
    }
    if (!isStopped && spool.waiting() > 0) wakeIn(pause || maxWait);
  };

  const wakeIn = (milliseconds: number): void => {
    timer ??= setTimeout(() => void tryToRun(), milliseconds);
  };

  return {
    nudge: () => {
      if (running || isStopped || spool.waiting() === 0) return;
      if (pause === 0 && spool.waiting() >= batchBytes) void tryToRun();
      else wakeIn(pause || maxWait);
    },
    flush: async () => {
      await running?.catch(() => undefined);
      await run(true);
    },
    stop: async () => {
      isStopped = true;
      const isAway = await running?.then(no, yes);
      // If the database was just unreachable, another attempt could exceed the shutdown timeout.
      if (!isAway) await tryToRun(true);
    },
  };
}
