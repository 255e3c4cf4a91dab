import { Problem, missing } from '../../../kernel/problem.ts';
import { hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { isDuplicate } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { StoredFile } from '../../../platform/files/store.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addJob } from '../../../platform/jobs.ts';
import { keptFor } from './build-export.ts';
import { buildExportJob } from './jobs.ts';

/** What takes longer than this has come to nothing. */
const patience = hours(2);

export interface DataExport {
  id: string;
  askedAt: Date;
  readyAt: Date | null;
  bytes: number | null;
  expiresAt: Date;
}

/** Begins to put together everything that the viewer has. One at a time: a conflict while one is being made. */
export async function requestExport(app: App, viewer: Pick<Viewer, 'id'>): Promise<void> {
  const now = app.clock.now();
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('social.data_export')
      .set({ failed_at: now })
      .where('account_id', '=', viewer.id)
      .where('ready_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('asked_at', '<', new Date(now.getTime() - patience))
      .execute();
    const { id } = await app.db
      .insertInto('social.data_export')
      .values({ account_id: viewer.id, asked_at: now, expires_at: new Date(now.getTime() + keptFor) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(app, buildExportJob, { id });
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'data_export_being_made'))
      throw new Problem('conflict', 'Your download is being put together already');
    throw error;
  });
}

/** The viewer's downloads that are there or on their way, newest first. */
export async function listExports({ db, clock }: App, viewer: Pick<Viewer, 'id'>): Promise<DataExport[]> {
  const rows = await db
    .selectFrom('social.data_export')
    .select(['id', 'asked_at as askedAt', 'ready_at as readyAt', 'bytes', 'expires_at as expiresAt'])
    .where('account_id', '=', viewer.id)
    .where('failed_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => ({ ...row, bytes: row.bytes === null ? null : Number(row.bytes) }));
}

/** The archive itself, to be sent to the viewer. */
export async function openExport(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<StoredFile> {
  const row = await app.db
    .selectFrom('social.data_export')
    .select('path')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst();
  const file = row?.path ? await app.files.read(row.path) : undefined;
  if (!file) throw missing('Download');
  return file;
}
