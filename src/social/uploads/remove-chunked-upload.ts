import type { App } from '../../platform/app.ts';

/** Deletes a chunked upload and its parts. */
export async function removeChunkedUpload(app: Pick<App, 'db' | 'files'>, id: string): Promise<void> {
  await removeChunks(app, id);
  await app.db.deleteFrom('social.chunked_upload').where('id', '=', id).execute();
}

/**
 * Deletes files before rows: a row without a file is retried, but a file without a row would remain forever.
 */
export async function removeChunks({ db, files }: Pick<App, 'db' | 'files'>, id: string): Promise<void> {
  const chunks = await db
    .selectFrom('social.chunk')
    .select(['position', 'path'])
    .where('chunked_upload_id', '=', id)
    .execute();
  if (chunks.length === 0) return;
  for (const { path } of chunks) await files.remove(path);
  await db
    .deleteFrom('social.chunk')
    .where('chunked_upload_id', '=', id)
    .where(
      'position',
      'in',
      chunks.map(({ position }) => position),
    )
    .execute();
}
