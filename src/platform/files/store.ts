import { sql } from 'kysely';
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type App, inTransaction } from '../app.ts';
import { removePicture, removeUnused, storePicture } from '../pictures.ts';
import type { PictureDrawing, Picture, PictureKind, PictureSource } from '../pictures.ts';

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
  /**
   * Returns the URL to which a client may send a file of exactly this many bytes, for some milliseconds. Undefined if the
   * store takes files from this server only.
   */
  signPut?: ((path: string, bytes: number, within: number) => Promise<string>) | undefined;
}

/** The square picture beside a name, or the cover across the top of a page. */
export type OwnPicture = 'picture' | 'cover';

const kindOf = { picture: 'avatars', cover: 'covers' } as const satisfies Record<OwnPicture, PictureKind>;

/** A row with the columns `picture`, `picture_small` and `cover`. */
export interface PicturedRow {
  table: string;
  id: string;
}

interface NewPicture {
  source: PictureSource;
  drawing?: PictureDrawing;
  /** The account whose share of the image queue is used. */
  owner: string;
}

/** Sets the picture or cover of a row, re-encoded, and removes the previous one. Returns the new path. */
export async function replacePicture(
  app: App,
  row: PicturedRow,
  which: OwnPicture,
  { source, drawing, owner }: NewPicture,
): Promise<string> {
  const stored = await storePicture(app, owner, source, kindOf[which], drawing);
  try {
    await swapPicture(app, row, which, stored);
  } catch (error) {
    await removePicture(app, stored.path);
    throw error;
  }
  return stored.path;
}

/** Replaces the stored picture with another path, or null. */
export async function swapPicture(
  app: App,
  { table, id }: PicturedRow,
  which: OwnPicture,
  next: Picture | null,
): Promise<void> {
  const former = await inTransaction(app, async ({ db }) => {
    // Locks the row: each of two concurrent requests removes the previous picture, so they must not see the
    // same one.
    const { rows } = await sql<{ path: string | null }>`
      select ${sql.ref(which)} as path from ${sql.table(table)} where id = ${id} for no key update`.execute(
      db,
    );
    const small = which === 'cover' ? sql`` : sql`, picture_small = ${next?.small ?? null}`;
    await sql`update ${sql.table(table)} set ${sql.ref(which)} = ${next?.path ?? null}${small} where id = ${id}`.execute(
      db,
    );
    return rows[0]?.path ?? null;
  });
  if (former !== null) removeUnused(app, former);
}

/** Of the beginning of a file: enough for formats that consist of many parts, and bounds the work on hostile ones. */
const sampleBytes = 1024 * 1024;

/**
 * Detects the type of a file from its content, whatever its name: `image/png`, `text/plain` if its beginning
 * is all text, or undefined.
 */
export async function detectType(file: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const sample = await getSample(file);
  // A file crafted to confuse the parser has no known type.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found) return found.mime;
  return isText(sample) ? 'text/plain' : undefined;
}

async function getSample(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The sample may end within a character. */
const isText = (sample: Buffer) =>
  !sample.includes(0) &&
  [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, Math.max(0, sample.length - cut))));
