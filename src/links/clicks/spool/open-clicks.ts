import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { clicks as counter } from '../../../platform/logging/metrics.ts';
import { createClickIds, toLine } from '../click.ts';
import type { Click } from '../click.ts';
import { batchBytes, createFlusher } from './flush.ts';
import { foldRareValues } from '../retention/fold-rare-values.ts';
import { purgeOldClicks } from '../retention/purge-old-clicks.ts';
import { createSalts } from '../salts.ts';
import { openSpool } from './spool.ts';

const megabyte = 1024 ** 2;

/** Counts every click exactly once, even if this process or the database fails. */
export interface Clicks {
  /**
   * Writes a click to disk, then calls `answer`. No redirect is sent before its click would survive `kill
   * -9`.
   */
  record(click: Click, answer: () => void): void;
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
    wrote: (lines, lost) => {
      counter.inc({ stage: 'spooled' }, lines - lost);
      if (lost > 0) counter.inc({ stage: 'refused' }, lost);
      flusher.nudge();
    },
  });
  const flusher = createFlusher(app, spool);

  const logError = (error: unknown): void =>
    app.log.warn({ err: error }, 'click spool maintenance failed; retrying in a minute');

  const checkFiles = async (): Promise<void> => {
    try {
      spool.adoptLeftovers();
      flusher.nudge();
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
  };
  await checkFiles();
  const timer = setInterval(() => void checkFiles(), minutes(1)).unref();

  return {
    record: (click, answer) => spool.append(toLine(newId(click.at), click), answer),
    saltAt: (now) => salts.at(now),
    flush: () => flusher.flush(),
    close: async () => {
      clearInterval(timer);
      await setImmediate(); // wait for the last write
      await flusher.stop();
      if (spool.waiting() > 0)
        app.log.warn(
          { bytes: spool.waiting() },
          'stopped before all clicks reached the database; they stay on disk until the next start',
        );
      spool.close();
    },
  };
}
