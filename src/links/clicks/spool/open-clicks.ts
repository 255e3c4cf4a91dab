import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { clicks as counter } from '../../../platform/logging/metrics.ts';
import { type Click, createClickIds, serializeClick } from '../click.ts';
import { foldRareValues, purgeOldClicks } from '../retention.ts';
import { purgeArrivals } from '../store/shipments.ts';
import { openShipper, type Shipper } from '../store/shipper.ts';
import { createSalts } from '../visitors.ts';
import { insertClicks } from './insert-clicks.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { openSpool, type Spool } from './spool.ts';

const megabyte = 1024 ** 2;

/** Counts every click exactly once, even if this process or the database fails. */
export interface Clicks {
  /**
   * Writes a click to disk, then calls `answer`. No redirect is sent before its click would survive `kill
   * -9`.
   */
  record(click: Click, answer: () => void): void;
  /** Returns an id for a click at `at`, in milliseconds. */
  newId(at: number): string;
  /** Returns the salt for visitor hashes at `now`, in milliseconds. */
  saltAt(now: number): Buffer;
  /** Resolves when the statistics include everything recorded. */
  flush(): Promise<void>;
  /** Flushes to the database if possible. Otherwise the next process picks up the files. */
  close(): Promise<void>;
}

/** Opens the spool in the data folder and adopts files of dead processes. Use one instance per process. */
export async function openClicks(app: App, folder = join(app.config.dataFolder, 'clicks')): Promise<Clicks> {
  const newId = createClickIds();
  const salts = createSalts(app);
  const spool = openSpool(app, {
    folder,
    batchBytes,
    segmentBytes: 8 * megabyte,
    maxBytes: 1024 * megabyte, // about ten million clicks
    maxMemory: 16 * megabyte,
    wrote: (lines, to) => {
      counter.inc({ stage: to === 'nowhere' ? 'refused' : 'spooled' }, lines);
      if (to === 'memory') counter.inc({ stage: 'memory' }, lines);
      flusher.nudge(to === 'memory');
    },
  });
  const mirror = await openMirror(app, spool);
  const shipper = openShipper(app);
  const flusher = createFlusher(app, spool, { mirror, shipper });

  const logError = (error: unknown): void =>
    app.log.warn({ err: error }, 'click spool maintenance failed; retrying in a minute');

  const checkFiles = async (): Promise<void> => {
    try {
      spool.adoptLeftovers();
      void mirror?.adopt((lines) => insertClicks(app, lines)).catch(logError);
      flusher.nudge(false);
      shipper?.nudge();
      // Not awaited because it may take long.
      if (await salts.prepare()) void tidyUp().catch(logError);
    } catch (error) {
      logError(error);
    }
  };
  /** Runs once a day in one process. */
  const tidyUp = async (): Promise<void> => {
    await foldRareValues(app);
    await purgeOldClicks(app);
    await purgeArrivals(app);
  };
  await checkFiles();
  const timer = setInterval(() => void checkFiles(), minutes(1)).unref();

  return {
    record: (click, answer) => spool.append(serializeClick(click.id ?? newId(click.at), click), answer),
    newId,
    saltAt: (now) => salts.at(now),
    flush: async () => {
      await flusher.flush();
      await shipper?.flush();
    },
    close: async () => {
      clearInterval(timer);
      await setImmediate(); // wait for the last write
      await flusher.stop();
      await shipper?.close();
      mirror?.close();
      if (spool.waiting() > 0)
        app.log.warn(
          { bytes: spool.waiting() },
          'stopped before all clicks reached the database; they stay on disk until the next start',
        );
      spool.close();
    },
  };
}

/** About 2,000 clicks. A larger batch is hardly cheaper per click and holds the lock longer. */
const batchBytes = 256 * 1024;
/** How long a click waits to be batched. */
const maxWait = seconds(0.25);
const [firstPause, longestPause] = [seconds(0.25), seconds(5)];

/** Moves lines from the spool to the database in batches, with retries. */
interface Flusher {
  /** Signals that there may be new lines. With `atOnce`, they are only in memory. */
  nudge(atOnce: boolean): void;
  /** Resolves when the database has everything in the spool. Rejects if storing fails. */
  flush(): Promise<void>;
  /** Stops the flusher after one last attempt. */
  stop(): Promise<void>;
}

const [yes, no] = [() => true, () => false];

function createFlusher(
  app: App,
  spool: Spool,
  { mirror, shipper }: { mirror: Mirror | undefined; shipper: Shipper | undefined },
): Flusher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let pause = 0;
  let isStopped = false;

  /** Stores batches as long as they are full, then one more. With `everything`, stores all lines. */
  const move = async (everything: boolean): Promise<void> => {
    for (let batch = spool.next(); batch; batch = spool.next()) {
      counter.inc({ stage: 'stored' }, await insertClicks(app, batch.lines));
      batch.done();
      shipper?.nudge();
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
      if (spool.waiting() === 0) await mirror?.stop().catch(logCopies);
    } catch (error) {
      if (pause === 0) app.log.warn({ err: error }, 'clicks wait on disk until the database accepts them');
      pause = Math.min(longestPause, Math.max(firstPause, pause * 2));
      spool.sync();
      mirror?.start();
    }
    if (!isStopped && spool.waiting() > 0) wakeIn(pause || maxWait);
  };

  const logCopies = (error: unknown): void =>
    app.log.warn({ err: error }, 'copies of clicks could not be deleted; another machine does it');

  const wakeIn = (milliseconds: number): void => {
    timer ??= setTimeout(() => void tryToRun(), milliseconds);
  };

  return {
    nudge: (atOnce) => {
      if (running || isStopped || spool.waiting() === 0) return;
      if (pause === 0 && (atOnce || spool.waiting() >= batchBytes)) void tryToRun();
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
