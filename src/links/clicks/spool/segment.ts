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

/** One file of the spool: appended to at its end, read from its start, deleted when the database has all of it. */
export interface Segment {
  path: string;
  /** Bytes written. */
  size: number;
  /** Of these, the bytes that the database has. */
  done: number;
  /** No more is appended. */
  isFull: boolean;
  /** Whole or not at all: what was written of a text that did not fit is removed again. ASCII only. */
  append(text: string): void;
  /** Whole lines from `done` on, as many as fit into the buffer, of which a part is returned. */
  peek(buffer: Buffer): Buffer;
  /** Puts what is written on the platter, in the background. */
  sync(): void;
  close(): void;
  /** Closes and deletes it. */
  remove(): void;
  /** Closes it and puts it out of the way, under another name, for the operator to look at. */
  setAside(): void;
}

export const createSegment = (path: string): Segment => segmentAt(path, openSync(path, 'ax+', 0o600), false);

/** Takes a file over by renaming it, which succeeds for one process only; undefined when another was quicker. */
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
    // Under its former name, as it was found, it is there for another try.
    if (!segment) renameSync(path, from);
  }
}

/** Out of the way: nothing reads it under this name. */
export const setAside = (path: string): void => renameSync(path, `${path}.unreadable`);

function segmentAt(path: string, file: number, isFull: boolean): Segment {
  const segment: Segment = {
    path,
    size: isFull ? statSync(path).size : 0,
    done: 0,
    isFull,
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
    peek: (buffer) => {
      const bytes = Math.min(buffer.length, segment.size - segment.done);
      const read = buffer.subarray(0, readSync(file, buffer, 0, bytes, segment.done));
      if (read.length === 0) throw new Error(`${path} has been cut short by somebody else`);
      const end = read.lastIndexOf('\n') + 1;
      // A file whose process was cut off may end in half a line, and after a power cut in anything.
      return end === 0 ? read : read.subarray(0, end);
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
