import { sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { days, minutes } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';

/** How long an upload may stay unused, or a chunked upload incomplete. */
const maxWait = days(1);
/** How long a client may take to begin to send a file to the bucket. */
export const maxSendingWait = minutes(15);
/** Number deleted per batch. */
const maxAtOnce = 100;

/** Deletes unused files and the parts of incomplete uploads. */
export async function removeUnused(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - maxWait);
  while ((await removeSome(app, before)) === maxAtOnce);
  while ((await abandonSome(app, before)) === maxAtOnce);
  const sentBefore = new Date(app.clock.now().getTime() - 2 * maxSendingWait);
  while ((await removeSent(app, sentBefore)) === maxAtOnce);
}

/**
 * Deletes what was sent to the bucket when nothing more can be sent to its address: what was not finished, and what was
 * sent once more after its file was stored. Parts of files that are under way stay.
 */
async function removeSent({ db, files }: App, before: Date): Promise<number> {
  const sent = await db
    .selectFrom('social.direct_upload as sent')
    .select('path')
    .where('created_at', '<', before)
    .where(sql<SqlBool>`not exists (select from social.chunk where chunk.path = sent.path)`)
    .orderBy('created_at')
    .limit(maxAtOnce)
    .execute();
  const paths = sent.map(({ path }) => path);
  for (const path of paths) await files.remove(path);
  if (paths.length > 0) await db.deleteFrom('social.direct_upload').where('path', 'in', paths).execute();
  return paths.length;
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
