import {
  closeSync,
  fdatasync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  rmSync,
  writeSync,
} from 'node:fs';

/**
 * A file of the spool: appended at the end, read from the start, and deleted when the database has all of it.
 */
export interface Segment {
  path: string;
  /** Bytes written. */
  size: number;
  /** Number of bytes that are already in the database. */
  done: number;
  /** Whether the segment accepts no more lines. */
  isFull: boolean;
  /** Appends the text atomically: a partial write is rolled back. ASCII only. */
  append(text: string): void;
  /** Number of bytes that are already in the mirror. */
  mirrored: number;
  /** Whether it is in memory only. */
  isInMemory: boolean;
  /** Returns as many whole lines from `from` on as fit into the buffer, as a view of it. */
  peek(buffer: Buffer, from: number): Buffer;
  /** Syncs the file to disk in the background. */
  sync(): void;
  close(): void;
  /** Closes and deletes the file. */
  remove(): void;
  /** Closes the file and renames it for the operator to inspect. */
  setAside(): void;
}

export const createSegment = (path: string): Segment => segmentAt(path, openSync(path, 'ax+', 0o600), false);

/**
 * Adopts a file by renaming it, which succeeds in one process only. Returns undefined if another process was
 * faster.
 */
export function adoptSegment(from: string, path: string): Segment | undefined {
  try {
    renameSync(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  let segment: Segment | undefined;
  try {
    segment = segmentAt(path, openSync(path, 'r'), true);
    return segment;
  } finally {
    // Restores the original name, so that adoption can be retried.
    if (!segment) renameSync(path, from);
  }
}

/** Renames the file so that it is no longer read. */
export const setAside = (path: string): void => renameSync(path, `${path}.unreadable`);

function segmentAt(path: string, file: number, isFull: boolean): Segment {
  const segment: Segment = {
    path,
    size: isFull ? statSync(path).size : 0,
    done: 0,
    mirrored: 0,
    isFull,
    isInMemory: false,
    append: (text) => {
      const bytes = Buffer.from(text, 'latin1');
      try {
        for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      } catch (error) {
        ftruncateSync(file, segment.size);
        throw error;
      }
      segment.size += bytes.length;
    },
    peek: (buffer, from) => {
      const bytes = Math.min(buffer.length, segment.size - from);
      const read = buffer.subarray(0, readSync(file, buffer, 0, bytes, from));
      if (read.length === 0) throw new Error(`${path} was truncated by another process`);
      return wholeLines(read);
    },
    sync: () => fdatasync(file, () => undefined),
    close: () => closeSync(file),
    remove: () => {
      closeSync(file);
      rmSync(path, { force: true });
    },
    setAside: () => {
      closeSync(file);
      setAside(path);
    },
  };
  return segment;
}

/** The file of a killed process may end with a partial line, or with garbage after a power failure. */
function wholeLines(read: Buffer): Buffer {
  const end = read.lastIndexOf('\n') + 1;
  return end === 0 ? read : read.subarray(0, end);
}

const nothing = () => undefined;

/** A segment for the time when the disk accepts nothing. */
export function createMemorySegment(): Segment {
  const chunks: Buffer[] = [];
  const segment: Segment = {
    path: 'memory',
    size: 0,
    done: 0,
    mirrored: 0,
    isFull: false,
    isInMemory: true,
    append: (text) => {
      chunks.push(Buffer.from(text, 'latin1'));
      segment.size += text.length;
    },
    peek: (buffer, from) => {
      let [at, filled] = [0, 0];
      for (const chunk of chunks) {
        if (filled === buffer.length) break;
        if (at + chunk.length > from)
          filled += chunk.copy(buffer, filled, Math.max(0, from - at), chunk.length);
        at += chunk.length;
      }
      return wholeLines(buffer.subarray(0, filled));
    },
    sync: nothing,
    close: nothing,
    remove: () => void chunks.splice(0),
    setAside: nothing,
  };
  return segment;
}
