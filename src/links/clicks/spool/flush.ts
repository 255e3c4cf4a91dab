import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { clicks as counter } from '../../../platform/logging/metrics.ts';
import { insertClicks } from './insert-clicks.ts';
import type { Spool } from './spool.ts';

/** Some 2,000 clicks: a bigger batch is hardly cheaper a click, and holds the lock for longer. */
export const batchBytes = 256 * 1024;
/** How long a click waits for company. */
const maxWait = seconds(0.25);
const [firstPause, longestPause] = [seconds(0.25), seconds(5)];

/** Moves the spool's lines into the database, batch by batch, for as long as it takes. */
interface Flusher {
  /** Says that there may be something to do. */
  nudge(): void;
  /** Resolves when the database has all that is in the spool; rejects with why it cannot have it. */
  flush(): Promise<void>;
  /** Ends the flusher, after a last attempt. */
  stop(): Promise<void>;
}

const [yes, no] = [() => true, () => false];

export function createFlusher(app: App, spool: Spool): Flusher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pause = 0;
  let isStopped = false;

  /** Batches for as long as there are full ones, and a last one; with `everything`, to the last line. */
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

  /** Never rejects: what fails is tried again later. */
  const tryToRun = async (everything = false): Promise<void> => {
    try {
      await run(everything);
      if (pause > 0) app.log.info('clicks reach the database again');
      pause = 0;
    } catch (error) {
      if (pause === 0) app.log.warn({ err: error }, 'clicks wait on disk until the database takes them');
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
      // A database that has just not answered would be waited for longer than a process has to stop.
      if (!isAway) await tryToRun(true);
    },
  };
}
