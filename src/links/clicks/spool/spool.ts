import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { unreadableSegments } from '../../../platform/logging/metrics.ts';
import { adoptSegment, createMemorySegment, createSegment, type Segment, setAside } from './segment.ts';

/** Lines read from the spool. */
interface Batch {
  /**
   * Valid only until the next batch is requested. Batches share one buffer to avoid megabytes of garbage per
   * second.
   */
  lines: Buffer;
  /** Marks the lines as stored and deletes files that contain nothing else. */
  done(): void;
}

/** Stores lines on disk, in order, until the database has them. */
export interface Spool {
  /**
   * Appends a line, then calls `then` when the kernel has the line, so that it survives `kill -9`, or when it
   * cannot be stored. Lines of one event loop turn share one write.
   */
  append(line: string, then: () => void): void;
  /** Returns the number of bytes that are not yet in the database. */
  waiting(): number;
  /** Returns a batch of the oldest whole lines, or undefined if the database has everything. */
  next(): Batch | undefined;
  /** As `next`, of lines that are not in the mirror yet. */
  nextToMirror(): Batch | undefined;
  /** Adopts files of processes that no longer exist. */
  adoptLeftovers(): void;
  /** Syncs pending lines to disk, for when the database is down. */
  sync(): void;
  close(): void;
}

interface SpoolOptions {
  folder: string;
  batchBytes: number;
  /** Size at which a new segment is started. */
  segmentBytes: number;
  /** Maximum disk space that this process uses while the database is down. */
  maxBytes: number;
  /** Maximum memory that this process uses while the disk accepts nothing. */
  maxMemory: number;
  /** Called after every write, before its lines are answered. */
  wrote: (lines: number, to: Stored) => void;
}

/** Where lines are until the database has them. */
type Stored = 'disk' | 'memory' | 'nowhere';

/** Errors caused by resource limits rather than by the file. */
const resourceErrors = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * Opens a folder of segments. A process appends to its last segment and deletes the first. File names
 * identify their process, so that exactly one live process adopts the files of a dead one.
 */
export function openSpool({ log, clock }: Pick<App, 'log' | 'clock'>, options: SpoolOptions): Spool {
  const { folder, batchBytes, segmentBytes, maxBytes, maxMemory, wrote } = options;
  mkdirSync(folder, { recursive: true });
  const owner = newOwnerName();
  const batch = Buffer.allocUnsafe(batchBytes);
  let named = 0;
  let segments: Segment[] = [];
  let lines = '';
  let callbacks: (() => void)[] = [];
  let quietUntil = 0;

  const nextPath = () => join(folder, `${owner}-${(named += 1)}.log`);
  const waitingIn = (isCounted: (segment: Segment) => boolean) =>
    segments.reduce((sum, segment) => sum + (isCounted(segment) ? segment.size - segment.done : 0), 0);
  const waiting = () => waitingIn(() => true);

  const current = (): Segment => {
    const last = segments.at(-1);
    if (last && !last.isFull && !last.isInMemory && last.size < segmentBytes) return last;
    const next = createSegment(nextPath());
    // What is in memory is stored while the disk is full, and no longer added to when it is not.
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

  const store = (text: string): Stored => {
    try {
      if (waitingIn(({ isInMemory }) => !isInMemory) + text.length > maxBytes)
        throw new Error(`the spool has reached ${maxBytes} bytes`);
      current().append(text);
      return 'disk';
    } catch (error) {
      return storeInMemory(text, error);
    }
  };

  /** Bounded, so that the database, which gets the lines at once, must be away as well before clicks are lost. */
  const storeInMemory = (text: string, reason: unknown): Stored => {
    if (waitingIn(({ isInMemory }) => isInMemory) + text.length > maxMemory) {
      logError(reason, 'clicks cannot be stored and are not counted; redirects continue');
      return 'nowhere';
    }
    logError(reason, 'clicks cannot be stored on disk and wait in memory for the database');
    const last = segments.at(-1);
    if (last?.isInMemory && !last.isFull && last.size < segmentBytes) last.append(text);
    else {
      if (last) last.isFull = true;
      removeEmpty();
      const next = createMemorySegment();
      next.append(text);
      segments.push(next);
    }
    return 'memory';
  };

  const logError = (error: unknown, message: string): void => {
    const now = clock.now().getTime();
    if (now < quietUntil) return;
    quietUntil = now + minutes(1);
    log.error({ err: error }, message);
  };

  const write = (): void => {
    if (callbacks.length === 0) return;
    const [text, then] = [lines, callbacks];
    [lines, callbacks] = ['', []];
    wrote(then.length, store(text));
    for (const call of then) call();
  };

  /**
   * Returns the next lines of a segment, or undefined if it cannot be read, so that the other segments are
   * still stored.
   */
  const read = (segment: Segment): Buffer | undefined => {
    try {
      return segment.peek(batch, segment.done);
    } catch (error) {
      segments = segments.filter((each) => each !== segment);
      unreadable(error, segment.path, () => segment.setAside());
      return undefined;
    }
  };

  const unreadable = (error: unknown, path: string, setAside: () => void): void => {
    unreadableSegments.inc();
    log.error({ err: error, path }, 'an unreadable click file was set aside, with .unreadable in its name');
    try {
      setAside();
    } catch (error) {
      log.error({ err: error, path }, 'an unreadable click file could not be set aside');
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
      if (resourceErrors.has(String((error as NodeJS.ErrnoException).code))) throw error;
      unreadable(error, path, () => setAside(path));
      return undefined;
    }
  };

  /** With a buffer of its own, because the other one may be on its way to the database. */
  const nextToMirror = (): Batch | undefined => {
    const from = ({ done, mirrored }: Segment) => Math.max(done, mirrored);
    const segment = segments.find((each) => each.size > from(each));
    if (!segment) return undefined;
    const lines = segment.peek(Buffer.allocUnsafe(batchBytes), from(segment));
    return { lines, done: () => void (segment.mirrored = from(segment) + lines.length) };
  };

  /** What is still in memory at the end gets a file if there is room again. */
  const writeMemory = (): void => {
    for (const segment of segments.filter(({ isInMemory, size, done }) => isInMemory && size > done)) {
      const lines = segment.peek(Buffer.allocUnsafe(segment.size - segment.done), segment.done);
      try {
        const file = createSegment(nextPath());
        file.append(lines.toString('latin1'));
        file.close();
      } catch (error) {
        log.error({ err: error, bytes: lines.length }, 'clicks in memory could not be stored and are lost');
      }
    }
  };

  return {
    nextToMirror,
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
      writeMemory();
      for (const segment of segments) segment.isFull = true;
      removeEmpty();
      for (const segment of segments) segment.close();
      segments = [];
    },
  };
}

/**
 * Returns a file name prefix that identifies the process that owns a spool file: `<process id>-<process start
 * time>-<random>`. The process id alone is not unique: the first process of every container has id 1.
 */
const newOwnerName = (): string =>
  `${process.pid}-${birthOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}`;

/** Whether the process that owns this file is still running. If so, the file must not be touched. */
function isOwnerAlive(fileName: string): boolean {
  const [, pid, birth] = /^(\d+)-(\d+)-/.exec(fileName) ?? [];
  if (pid === undefined) return true; // not a spool file
  return exists(Number(pid)) && (birthOf(Number(pid)) ?? birth) === birth;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process belongs to another user
  }
}

/** Returns the start time of a process in clock ticks since boot, or undefined without /proc. */
function birthOf(pid: number): string | undefined {
  try {
    // The second field is the program name in parentheses, which may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
