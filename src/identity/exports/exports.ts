import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem, missing } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { StoredFile } from '../../platform/files/store.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addJob } from '../../platform/jobs.ts';
import { buildExportJob } from './build-export.ts';
import { exportLasts, type ExportedService } from './service.ts';

export interface DataExport {
  id: string;
  requestedAt: Date;
  readyAt: Date | null;
  bytes: number | null;
  expiresAt: Date;
}

/** An export that takes longer than this has failed. */
const maxWait = hours(2);
const maxAtOnce = 200;

const tableOf = ({ schema }: ExportedService) => sql.id(schema, 'data_export');

/** Starts an export of the viewer's data. Throws a conflict if one is already in progress. */
export async function requestExport(
  app: App,
  service: ExportedService,
  viewer: Pick<Viewer, 'id'>,
): Promise<void> {
  const now = app.clock.now();
  const table = tableOf(service);
  await inTransaction(app, async (app) => {
    await sql`update ${table} set failed_at = ${now} where account_id = ${viewer.id} and ready_at is null
      and failed_at is null and requested_at < ${new Date(now.getTime() - maxWait)}`.execute(app.db);
    const { rows } = await sql<{ id: string }>`insert into ${table} (account_id, requested_at, expires_at)
      values (${viewer.id}, ${now}, ${new Date(now.getTime() + exportLasts)}) returning id`.execute(app.db);
    for (const { id } of rows) await addJob(app, buildExportJob(service), { id });
  }).catch((error: unknown) => {
    if (isDuplicate(error, service.oneAtATime))
      throw new Problem('conflict', t('Your download is already being prepared'));
    throw error;
  });
}

/** The viewer's available and pending downloads, newest first. */
export async function listExports(
  { db, clock }: App,
  service: ExportedService,
  viewer: Pick<Viewer, 'id'>,
): Promise<DataExport[]> {
  const { rows } = await sql<DataExport>`
    select id, requested_at as "requestedAt", ready_at as "readyAt", bytes::float8 as bytes, expires_at as "expiresAt"
    from ${tableOf(service)} where account_id = ${viewer.id} and failed_at is null and expires_at > ${clock.now()}
    order by id desc limit 10`.execute(db);
  return rows;
}

/** Opens the archive for download by the viewer. */
export async function openExport(
  app: App,
  service: ExportedService,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<StoredFile> {
  const { rows } = await sql<{ path: string | null }>`select path from ${tableOf(service)}
    where id = ${id} and account_id = ${viewer.id} and expires_at > ${app.clock.now()}`.execute(app.db);
  const path = rows[0]?.path;
  const file = path ? await app.files.read(path) : undefined;
  if (!file) throw missing(t('Download'));
  return file;
}

/** Deletes expired archives. Deletes the file before its row, so no orphaned file remains. */
export async function purgeExports(app: App, service: ExportedService): Promise<void> {
  const { rows } = await sql<{ id: string; path: string | null }>`select id, path from ${tableOf(service)}
    where expires_at <= ${app.clock.now()} order by expires_at limit ${maxAtOnce}`.execute(app.db);
  for (const { id, path } of rows) {
    if (path !== null) await app.files.remove(path);
    await sql`delete from ${tableOf(service)} where id = ${id}`.execute(app.db);
  }
}
