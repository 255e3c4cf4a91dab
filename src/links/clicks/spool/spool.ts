import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { unreadableSegments } from '../../../platform/logging/metrics.ts';
import { isOwnerAlive, newOwnerName } from '../owner.ts';
import { adoptSegment, createSegment, setAside } from './segment.ts';
import type { Segment } from './segment.ts';

/** Lines that were read back. */
interface Batch {
  /** Until the next batch is asked for: they share their memory, or there would be megabytes a second to collect. */
  lines: Buffer;
  /** Says that the database has them: files that hold nothing else are deleted. */
  done(): void;
}

/** Lines on disk, in order, until the database has them. */
export interface Spool {
  /**
   * Keeps a line and then calls `then`: once the kernel has the line, so that not even `kill -9` loses it, or once it
   * is clear that it cannot be kept. Lines of one turn of the event loop share one write.
   */
  append(line: string, then: () => void): void;
  /** Bytes that the database does not have yet. */
  waiting(): number;
  /** The oldest whole lines, as many as make a batch; undefined when the database has everything. */
  next(): Batch | undefined;
  /** Takes over what processes left behind that are no more. */
  adoptLeftovers(): void;
  /** Puts what waits on the platter, for when the database cannot have it. */
  sync(): void;
  close(): void;
}

interface SpoolOptions {
  folder: string;
  batchBytes: number;
  /** Size from which on a segment is succeeded by the next. */
  segmentBytes: number;
  /** What this process may take of the disk while the database is away. */
  maxBytes: number;
  /** Called after every write with the number of lines, of which none or all were lost. */
  wrote: (lines: number, lost: number) => void;
}

/** What says nothing about the file itself. */
const shortOf = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * A folder of segments. A process appends to the last of its own and deletes the first; a file's name says whose it
 * is, so that what a dead process left is taken over by exactly one of the living.
 */
export function openSpool({ log, clock }: Pick<App, 'log' | 'clock'>, options: SpoolOptions): Spool {
  const { folder, batchBytes, segmentBytes, maxBytes, wrote } = options;
  mkdirSync(folder, { recursive: true });
  const owner = newOwnerName();
  const batch = Buffer.allocUnsafe(batchBytes);
  let named = 0;
  let segments: Segment[] = [];
  let lines = '';
  let callbacks: (() => void)[] = [];
  let quietUntil = 0;

  const nextPath = () => join(folder, `${owner}-${(named += 1)}.log`);
  const waiting = () => segments.reduce((sum, { size, done }) => sum + size - done, 0);

  const current = (): Segment => {
    const last = segments.at(-1);
    if (last && !last.isFull && last.size < segmentBytes) return last;
    const next = createSegment(nextPath());
    if (last) last.isFull = true;
    removeEmpty();
    segments.push(next);
    return next;
  };

  const removeEmpty = (): void => {
    const isOver = ({ isFull, size, done }: Segment) => isFull && done === size;
    for (const segment of segments) if (isOver(segment)) segment.remove();
    segments = segments.filter((segment) => !isOver(segment));
  };

  const store = (text: string): boolean => {
    try {
      if (waiting() + text.length > maxBytes) throw new Error(`the spool has reached ${maxBytes} bytes`);
      current().append(text);
      return true;
    } catch (error) {
      logError(error);
      return false;
    }
  };

  const logError = (error: unknown): void => {
    const now = clock.now().getTime();
    if (now < quietUntil) return;
    quietUntil = now + minutes(1);
    log.error({ err: error }, 'clicks cannot be kept and are lost; redirects go on');
  };

  const write = (): void => {
    if (callbacks.length === 0) return;
    const [text, then] = [lines, callbacks];
    [lines, callbacks] = ['', []];
    const isStored = store(text);
    for (const call of then) call();
    wrote(then.length, isStored ? 0 : then.length);
  };

  /** The next lines of a segment; undefined when it cannot be read: what is in the others counts all the same. */
  const read = (segment: Segment): Buffer | undefined => {
    try {
      return segment.peek(batch);
    } catch (error) {
      segments = segments.filter((each) => each !== segment);
      unreadable(error, segment.path, () => segment.setAside());
      return undefined;
    }
  };

  const unreadable = (error: unknown, path: string, setAside: () => void): void => {
    unreadableSegments.inc();
    log.error(
      { err: error, path },
      'a file of clicks cannot be read and was set aside, with .unreadable in its name',
    );
    try {
      setAside();
    } catch (error) {
      log.error({ err: error, path }, 'a file of clicks that cannot be read stays where it is');
    }
  };

  const next = (): Batch | undefined => {
    const segment = segments.find(({ size, done }) => size > done);
    if (!segment) return undefined;
    const lines = read(segment);
    if (!lines) return next();
    const done = () => {
      segment.done += lines.length;
      removeEmpty();
    };
    return { lines, done };
  };

  const adopt = (path: string): Segment | undefined => {
    try {
      return adoptSegment(path, nextPath());
    } catch (error) {
      if (shortOf.has(String((error as NodeJS.ErrnoException).code))) throw error;
      unreadable(error, path, () => setAside(path));
      return undefined;
    }
  };

  return {
    append: (line, then) => {
      if (callbacks.push(then) === 1) setImmediate(write);
      lines += line;
    },
    waiting,
    next,
    adoptLeftovers: () => {
      for (const name of readdirSync(folder)) {
        if (!name.endsWith('.log') || isOwnerAlive(name)) continue;
        const segment = adopt(join(folder, name));
        if (segment) segments.unshift(segment);
      }
      removeEmpty();
    },
    sync: () => {
      for (const segment of segments) segment.sync();
    },
    close: () => {
      write();
      for (const segment of segments) segment.isFull = true;
      removeEmpty();
      for (const segment of segments) segment.close();
      segments = [];
    },
  };
}
