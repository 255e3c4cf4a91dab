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

/** Counts clicks, each once, whatever happens to this process or to the database. */
export interface Clicks {
  /** Keeps a click on disk, then calls `answer`: no redirect leaves before its click is safe from `kill -9`. */
  record(click: Click, answer: () => void): void;
  /** What visitors are hashed with at this moment, in milliseconds. */
  saltAt(now: number): Buffer;
  /** Resolves when the statistics show all that was recorded. */
  flush(): Promise<void>;
  /** Brings what is left to the database, if it is there, or leaves it on disk for the next process. */
  close(): Promise<void>;
}

/** Opens the spool in the data folder and takes up what dead processes left there. One for each process. */
export async function openClicks(app: App, folder = join(app.config.dataFolder, 'clicks')): Promise<Clicks> {
  const newId = createClickIds();
  const salts = createSalts(app);
  const spool = openSpool(app, {
    folder,
    batchBytes,
    segmentBytes: 8 * megabyte,
    maxBytes: 1024 * megabyte, // some ten million clicks
    wrote: (lines, lost) => {
      counter.inc({ stage: 'spooled' }, lines - lost);
      if (lost > 0) counter.inc({ stage: 'refused' }, lost);
      flusher.nudge();
    },
  });
  const flusher = createFlusher(app, spool);

  const logError = (error: unknown): void =>
    app.log.warn({ err: error }, 'the click spool could not be looked after; trying again in a minute');

  const checkFiles = async (): Promise<void> => {
    try {
      spool.adoptLeftovers();
      flusher.nudge();
      // Not waited for: there may be much to do.
      if (await salts.prepare()) void tidyUp().catch(logError);
    } catch (error) {
      logError(error);
    }
  };
  /** Once a day, in one process. */
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
      await setImmediate(); // the last write
      await flusher.stop();
      if (spool.waiting() > 0)
        app.log.warn(
          { bytes: spool.waiting() },
          'stopped before the database had all clicks; they wait on disk for the next start',
        );
      spool.close();
    },
  };
}
