import type { Readable } from 'node:stream';

export interface StoredFile {
  stream: Readable;
  /** Bytes in `stream`: the whole file or the requested range. */
  size: number;
  /** Size of the whole file in bytes. */
  total: number;
  type: string;
}

/** First and last byte, both inclusive and within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file store: a folder or a bucket. */
export interface Store {
  /** Throws a `Problem` (unavailable) if the store is full or unreachable. Nothing is stored then. */
  put(path: string, body: Buffer | NodeJS.ReadableStream, type: string): Promise<void>;
  /** Like `put`, for a file at a path from `newTemporary`. It may be moved. */
  putFile(path: string, file: string, type: string): Promise<void>;
  read(path: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Size and type without opening the file. */
  find(path: string): Promise<{ size: number; type: string } | undefined>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
}
