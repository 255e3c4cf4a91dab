import { sql } from 'kysely';
import { Type } from 'typebox';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { days, hours } from '../../kernel/time.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import { type Archive, writeDataExport } from '../../platform/archive/write-archive.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { newPath } from '../../platform/files/path.ts';
import type { StoredFile } from '../../platform/files/store.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { getLanguage, mailAccount } from '../account/email.ts';
import { accountSections } from './account-sections.ts';

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
export const requestExport = verb(
  { name: 'exports.request', who: 'member', limit: perAccount(5, hours(24)) },
  async (app, service: ExportedService, viewer: Pick<Viewer, 'id'>) => {
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
        throw new Problem('conflict', msg('Your download is already being prepared'));
      throw error;
    });
  },
);

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
  if (!file) throw missing(msg('Download'));
  return file;
}

/** Cancels a download that is being prepared, or deletes one that is ready. */
export const deleteExport = verb(
  { name: 'exports.delete', who: 'member' },
  async (app, service: ExportedService, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    const { rows } = await sql<{ path: string | null }>`delete from ${tableOf(service)}
      where id = ${id} and account_id = ${viewer.id} returning path`.execute(app.db);
    const [deleted] = rows;
    if (!deleted) throw missing(msg('Download'));
    if (deleted.path !== null) await app.files.remove(deleted.path);
  },
);

/** Deletes expired archives. Deletes the file before its row, so no orphaned file remains. */
export async function purgeExports(app: App, service: ExportedService): Promise<void> {
  const { rows } = await sql<{ id: string; path: string | null }>`select id, path from ${tableOf(service)}
    where expires_at <= ${app.clock.now()} order by expires_at limit ${maxAtOnce}`.execute(app.db);
  for (const { id, path } of rows) {
    if (path !== null) await app.files.remove(path);
    await sql`delete from ${tableOf(service)} where id = ${id}`.execute(app.db);
  }
}

const buildExportJob = (service: ExportedService) =>
  job(
    `${service.schema}.build-export`,
    Type.Object({ id: Type.String() }),
    (app, payload) => buildExport(app, service, payload),
    { runner: 'export' },
  );

/** Builds a requested archive and notifies the owner by email. */
export async function buildExport(app: App, service: ExportedService, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<{ accountId: string; owner: string }>`
    select account.id as "accountId",
      coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.username) as owner
    from ${sql.id(service.schema, 'data_export')} as asked join identity.account on account.id = asked.account_id
    where asked.id = ${id} and asked.ready_at is null and asked.failed_at is null`.execute(app.db);
  const [asked] = rows;
  if (!asked) return;
  const { accountId, owner } = asked;
  const path = newPath('exports', 'application/zip', app.clock.now());
  const bytes = await inLanguage(readerLanguage(await getLanguage(app, accountId)), () =>
    writeDataExport(app, path, {
      title: { service: service.name, owner },
      sections: [...accountSections(accountId), ...service.sections(app, accountId)],
      others: service.others?.(accountId) ?? [],
    }),
  );
  const isWanted = await finish(app, service, { id, path, bytes, accountId });
  if (!isWanted) await app.files.remove(path);
}

function finish(
  app: App,
  { schema, name, pageOf }: ExportedService,
  { id, path, bytes, accountId }: { id: string; path: string; bytes: number; accountId: string },
): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const now = app.clock.now();
    const { rows } = await sql`update ${sql.id(schema, 'data_export')}
      set path = ${path}, bytes = ${bytes}, ready_at = ${now}, expires_at = ${new Date(now.getTime() + exportLasts)}
      where id = ${id} and ready_at is null returning id`.execute(app.db);
    if (rows.length === 0) return false;
    await mailAccount(app, accountId, () => ({
      subject: t('Your download is ready'),
      text: t('Your data from {name} is ready to download. The link works for seven days:\n\n{address}\n', {
        name,
        address: pageOf(app),
      }),
    }));
    return true;
  });
}

export const exportJobs = (service: ExportedService) => [
  buildExportJob(service),
  job(`${service.schema}.purge-exports`, Type.Object({}), (app) => purgeExports(app, service), {
    cron: '47 * * * *',
  }),
];

/** A service whose data can be downloaded. */
export interface ExportedService {
  /** Such as "Plaza". */
  name: string;
  /** The schema of its tables. Exports are stored in its table `data_export`. */
  schema: string;
  /** The constraint that allows one pending export per account. */
  oneAtATime: string;
  /** The URL of the download page. */
  pageOf: (app: Pick<App, 'config'>) => string;
  sections: (app: App, accountId: string) => readonly ArchiveSection[];
  /** Additional files in the archive. */
  others?: (accountId: string) => NonNullable<Archive['others']>;
}

const exportLasts = days(7);
