import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { removeChunks } from './remove-chunked-upload.ts';
import { storeUpload, type SentFile } from './store-upload.ts';

/** Concatenates the parts of a file, stores the result and returns its path. Deletes the parts. */
export async function assemble(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  sent: SentFile,
): Promise<string> {
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
