import { sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { job } from '../../platform/jobs/jobs.ts';

/** How long an upload may stay unused, or a chunked upload incomplete. */
const maxWait = days(1);
/** Number deleted per batch. */
const maxAtOnce = 100;

/** Deletes unused files and the parts of incomplete uploads. */
export async function removeUnused(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - maxWait);
  while ((await removeSome(app, before)) === maxAtOnce);
  while ((await abandonSome(app, before)) === maxAtOnce);
}

async function removeSome(app: App, before: Date): Promise<number> {
  return inTransaction(app, async ({ db, files }) => {
    // Skips rows locked by a transaction that starts to use them.
    const unused = await db
      .selectFrom('social.upload')
      .select(['id', 'path', 'small_path'])
      .where('used_at', 'is', null)
      .where('created_at', '<', before)
      .where(isInNoDraft)
      .orderBy('created_at')
      .limit(maxAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    if (unused.length === 0) return 0;
    for (const { path, small_path } of unused) {
      await files.remove(path);
      if (small_path !== null) await files.remove(small_path);
    }
    const ids = unused.map(({ id }) => id);
    await db.deleteFrom('social.upload').where('id', 'in', ids).execute();
    return unused.length;
  });
}

/** Drafts may reference the file. */
const isInNoDraft = sql<SqlBool>`not exists (
  select from social.draft_file where draft_file.upload_id = upload.id)`;

async function abandonSome(app: App, before: Date): Promise<number> {
  const old = await app.db
    .selectFrom('social.chunked_upload')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(maxAtOnce)
    .execute();
  for (const { id } of old) await removeChunkedUpload(app, id);
  return old.length;
}

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

export const uploadJobs = [
  job('social.remove-unused-uploads', Type.Object({}), removeUnused, { cron: '41 * * * *', whenFull: true }),
];
