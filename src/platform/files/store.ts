import type { Readable } from 'node:stream';

export interface StoredFile {
  stream: Readable;
  /** Bytes in `stream`: the whole file, or the part that was asked for. */
  size: number;
  /** Bytes in the whole file. */
  total: number;
  type: string;
}

/** First and last byte, both included and both within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes are kept: a folder or a bucket. */
export interface Store {
  /** A `Problem` (unavailable) when there is no room or the store is away; then nothing of it is kept. */
  put(path: string, body: Buffer | NodeJS.ReadableStream, type: string): Promise<void>;
  /** The same for a file at a path that `newTemporary` gave. It may be gone from there afterwards. */
  putFile(path: string, file: string, type: string): Promise<void>;
  read(path: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Size and type without opening the file. */
  find(path: string): Promise<{ size: number; type: string } | undefined>;
  /** Quiet when there is no such file. */
  remove(path: string): Promise<void>;
}
