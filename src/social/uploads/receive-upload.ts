import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { newPath } from '../../platform/files/path.ts';
import { enforce } from '../../platform/limits.ts';
import { largestOf, type UploadKind } from './decide-type.ts';
import { removeChunkedUpload, removeChunks } from './remove-unused.ts';
import { type SentFile, storeUpload } from './uploads.ts';

/** Receives a file, whole or in parts in any order. */
export async function receiveUpload(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  sent: SentFile,
  part?: UploadPart,
): Promise<UploadResult> {
  if (part && part.total > 1) return receiveChunk(app, viewer, sent, part);
  await countUpload(app, viewer);
  return { path: await storeUpload(app, viewer, sent) };
}

async function countUpload({ limits, config }: App, { id }: Pick<Viewer, 'id'>): Promise<void> {
  const lately = { name: 'upload', calls: config.UPLOAD_LIMIT, within: minutes(30) };
  enforce(await limits.consume(lately, id));
  const today = { name: 'upload:day', calls: config.UPLOAD_DAY_LIMIT, within: days(1), durable: true };
  enforce(await limits.consume(today, id));
}

/** Position of a part within a file. */
export interface UploadPart {
  /** The client's ID for the file, shared by all of its parts. */
  guid: string;
  /** Starts at 0. */
  index: number;
  total: number;
}

/** The path of a complete file, or the missing parts. */
export type UploadResult = { path: string } | { missing: number[] };

/** Maximum number of concurrent chunked uploads per person. */
export const maxConcurrentUploads = 20;
const assemblingTakesUpTo = minutes(5);

/** A part in the file store. */
interface Chunk {
  path: string;
  bytes: number;
}

interface Progress {
  storedPath: string | null;
  missing: number[];
  tooLarge: boolean;
  /** Whether the part was new. */
  isStored: boolean;
}

/**
 * Receives a part of a file. Parts may arrive in any order and concurrently, and a repeated part changes
 * nothing. The last part triggers the assembly. A repeated request gets the same response.
 */
async function receiveChunk(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  sent: SentFile,
  part: UploadPart,
): Promise<UploadResult> {
  const { size } = await stat(sent.file);
  if (size === 0) throw invalid('file', msg('The part is empty'));
  const id = await beginUpload(app, viewer, sent.kind, part);
  // Stored before the transaction, which must not wait for the file store.
  const path = newPath('chunks', 'application/octet-stream', app.clock.now());
  await app.files.putFile(path, sent.file, 'application/octet-stream');
  return completePart(app, viewer, id, sent, part, { path, bytes: size });
}

/** Records a part that is in the file store, and assembles the file if it was the last one. */
export async function completePart(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  sent: SentFile,
  part: UploadPart,
  chunk: Chunk | undefined,
  missingPart?: () => Problem,
): Promise<UploadResult> {
  const progress = await storeChunk(app, id, sent, part, chunk, missingPart).catch(async (error: unknown) => {
    if (chunk) await removeUnlessStored(app, id, chunk);
    throw error;
  });
  if (chunk && !progress.isStored) await removeUnlessStored(app, id, chunk);
  if (progress.storedPath !== null) return { path: progress.storedPath };
  if (progress.tooLarge) {
    await removeChunkedUpload(app, id);
    const max = largestOf(app.config, sent.kind) / 1024 / 1024;
    throw new Problem('too-large', msg('Files of this type can be up to {max} MiB', { max }), {
      field: 'file',
    });
  }
  if (progress.missing.length > 0) return { missing: progress.missing };
  return { path: await assembleOnce(app, viewer, id, sent) };
}

/** A repeated call may be about the part that is stored. */
async function removeUnlessStored({ db, files }: App, id: string, { path }: Chunk): Promise<void> {
  const stored = await db
    .selectFrom('social.chunk')
    .select('position')
    .where('chunked_upload_id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
  if (!stored) await files.remove(path);
}

function check({ guid, index, total }: UploadPart): void {
  if (guid === '' || guid.length > 100)
    throw invalid('guid', msg('guid must identify the file in up to 100 characters'));
  if (total > 1000) throw invalid('totalChunks', msg('A file can have at most 1,000 parts'));
  if (index >= total)
    throw invalid('chunkIndex', msg('chunkIndex must start at 0 and be less than totalChunks'));
}

/** Finds the upload that the part belongs to, or creates one, which is counted. Returns its id. */
export async function beginUpload(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  kind: UploadKind,
  part: UploadPart,
): Promise<string> {
  check(part);
  const { guid, total } = part;
  const { db, clock } = app;
  const account_id = viewer.id;
  const find = () =>
    db
      .selectFrom('social.chunked_upload')
      .select(['id', 'kind', 'total'])
      .where('account_id', '=', account_id)
      .where('guid', '=', guid)
      .executeTakeFirst();
  if (!(await find())) {
    const underWay = await db
      .selectFrom('social.chunked_upload')
      .select('id')
      .where('account_id', '=', account_id)
      .where('stored_path', 'is', null)
      .limit(maxConcurrentUploads)
      .execute();
    if (underWay.length >= maxConcurrentUploads)
      throw new Problem(
        'conflict',
        msg('You have {maxConcurrentUploads} uploads in progress. Finish one first.', {
          maxConcurrentUploads,
        }),
      );
    await countUpload(app, viewer);
    await db
      .insertInto('social.chunked_upload')
      .values({ account_id, guid, kind, total, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const found = await find();
  if (!found) throw new Problem('conflict', msg('This upload was canceled. Start again.'));
  if (found.total !== total || found.kind !== kind)
    throw invalid('guid', msg('Another of your files has this guid with a different type or totalChunks'));
  return found.id;
}

/** Records the part and returns the progress of the upload. */
async function storeChunk(
  app: App,
  id: string,
  { kind }: SentFile,
  { index, total }: UploadPart,
  chunk: Chunk | undefined,
  missingPart = () => new Problem('conflict', msg('This upload was canceled. Start again.')),
): Promise<Progress> {
  return inTransaction(app, async ({ db, config }) => {
    // The lock serializes parts, so that exactly one request sees the upload become complete.
    const upload = await db
      .selectFrom('social.chunked_upload')
      .select('stored_path')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!upload) throw new Problem('conflict', msg('This upload was canceled. Start again.'));
    if (upload.stored_path !== null)
      return { storedPath: upload.stored_path, missing: [], tooLarge: false, isStored: false };
    if (!chunk) throw missingPart();
    const added = await db
      .insertInto('social.chunk')
      .values({ ...chunk, chunked_upload_id: id, position: index })
      .onConflict((conflict) => conflict.doNothing())
      .returning('position')
      .executeTakeFirst();
    const chunks = await db
      .selectFrom('social.chunk')
      .select(['position', 'bytes'])
      .where('chunked_upload_id', '=', id)
      .execute();
    const here = new Set(chunks.map(({ position }) => position));
    const bytes = chunks.reduce((sum, chunk) => sum + Number(chunk.bytes), 0);
    return {
      storedPath: null,
      missing: Array.from({ length: total }, (_, position) => position).filter((each) => !here.has(each)),
      tooLarge: bytes > largestOf(config, kind),
      isStored: added !== undefined,
    };
  });
}

/**
 * Assembles the parts, unless another request is doing so. Discards an invalid file so that it can be sent
 * again.
 */
async function assembleOnce(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  sent: SentFile,
): Promise<string> {
  const now = app.clock.now();
  const mine = await app.db
    .updateTable('social.chunked_upload')
    .set({ assembling_at: now })
    .where('id', '=', id)
    .where('stored_path', 'is', null)
    .where((row) =>
      row.or([
        row('assembling_at', 'is', null),
        row('assembling_at', '<', new Date(now.getTime() - assemblingTakesUpTo)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!mine)
    throw new Problem('conflict', msg('The file is being assembled. Send this part again in a moment.'), {
      retryAfter: 2,
    });
  try {
    return await assemble(app, viewer, id, sent);
  } catch (error) {
    if (error instanceof Problem && error.status < 500) await removeChunkedUpload(app, id);
    else
      await app.db
        .updateTable('social.chunked_upload')
        .set({ assembling_at: null })
        .where('id', '=', id)
        .execute();
    throw error;
  }
}

/** Concatenates the parts of a file, stores the result and returns its path. Deletes the parts. */
async function assemble(app: App, viewer: Pick<Viewer, 'id'>, id: string, sent: SentFile): Promise<string> {
  const file = await app.files.newTemporary();
  try {
    await pipeline(Readable.from(contentOf(app, id)), createWriteStream(file));
    const path = await storeUpload(app, viewer, { ...sent, file });
    await app.db
      .updateTable('social.chunked_upload')
      .set({ stored_path: path })
      .where('id', '=', id)
      .execute();
    await removeChunks(app, id);
    return path;
  } finally {
    await rm(file, { force: true });
  }
}

async function* contentOf(app: App, id: string): AsyncGenerator<Buffer> {
  const chunks = await app.db
    .selectFrom('social.chunk')
    .select('path')
    .where('chunked_upload_id', '=', id)
    .orderBy('position')
    .execute();
  for (const { path } of chunks) {
    const found = await app.files.read(path);
    if (!found) throw new Error(`The part ${path} is not where it was put`);
    yield* found.stream as AsyncIterable<Buffer>;
  }
}
