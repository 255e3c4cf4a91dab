import { sql } from 'kysely';
import { Type } from 'typebox';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { pathPattern } from '../files/path.ts';
import { cdnJobs } from '../http/cache/cdn.ts';
import { purgeAnswers } from '../http/idempotency.ts';
import { deliverMail } from '../mail.ts';
import { purgeHandovers } from '../mail/batches.ts';
import { purgeDomains } from '../mail/domains.ts';
import { job, type Job } from './jobs.ts';

/** By then, drafts, partial uploads and requests that refer to a file are finished or abandoned. */
const grace = days(3);
const batch = 1000;

/**
 * Deletes stored files that no row refers to, because their process died or their transaction rolled back
 * after the file was written. Searches every text and JSON column, so new tables need no registration.
 * Returns the number of deleted files.
 */
export async function sweepFiles(app: Pick<App, 'db' | 'files' | 'clock'>): Promise<number> {
  const { db, files, clock } = app;
  const before = new Date(clock.now().getTime() - grace);
  const columns = await listColumns(app);
  for (let deleted = 0; ;) {
    const rows = await db
      .selectFrom('system.stored_file')
      .select('path')
      .where('stored_at', '<', before)
      .orderBy('stored_at')
      .limit(batch)
      .execute();
    if (rows.length === 0) return deleted;
    const paths = rows.map(({ path }) => path);
    const used = new Set<string>();
    for (const column of columns) for (const path of await listUsed(app, column, paths)) used.add(path);
    for (const path of paths) {
      // The path of a small picture is often derived from the large one's.
      if (used.has(path) || used.has(path.replace('-small.', '.'))) continue;
      await files.remove(path);
      deleted += 1;
    }
    await db.deleteFrom('system.stored_file').where('path', 'in', paths).execute();
  }
}

interface Column {
  schema: string;
  table: string;
  column: string;
}

/** Excludes clicks and request logs, which are most of the data and never refer to files. */
async function listColumns({ db }: Pick<App, 'db'>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_schema.table_schema as schema, column_schema.table_name as table,
           column_schema.column_name as column
    from information_schema.columns as column_schema
    join information_schema.tables as owner using (table_schema, table_name)
    where owner.table_type = 'BASE TABLE'
      and column_schema.data_type in ('text', 'jsonb', 'json')
      and column_schema.table_schema in ('identity', 'social', 'links', 'agents', 'paid', 'system')
      and column_schema.table_name not like 'click%'
      and (column_schema.table_schema, column_schema.table_name) not in
        (('system', 'stored_file'), ('system', 'rate_limit'), ('system', 'durable_limit'), ('system', 'outbox_mail'))
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Returns the given paths that occur in a column, alone or within a URL, a text or a document. */
async function listUsed(
  { db }: Pick<App, 'db'>,
  { schema, table, column }: Column,
  paths: readonly string[],
): Promise<string[]> {
  const value = sql`${sql.ref(column)}::text`;
  const { rows } = await sql<{ path: string }>`
    select distinct found[1] as path
    from ${sql.table(`${schema}.${table}`)}, regexp_matches(${value}, ${`(${pathPattern})`}, 'g') as found
    where strpos(${value}, '/20') > 0 and found[1] = any(${paths})`.execute(db);
  return rows.map(({ path }) => path);
}

export const rebuildIndexesJob = job('system.rebuild-indexes', Type.Object({}), rebuildIndexes, {
  cron: '* * * * *',
});

/**
 * Rebuilds the indexes that migrations list because a function in them has changed. Reads and writes continue
 * meanwhile.
 */
async function rebuildIndexes({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  const stale = await db.selectFrom('system.stale_index').select('name').orderBy('name').execute();
  for (const { name } of stale) {
    await dropUnfinished(db, name);
    await sql`reindex index concurrently ${sql.id(...name.split('.'))}`.execute(db);
    await db.deleteFrom('system.stale_index').where('name', '=', name).execute();
    log.info({ index: name }, 'an index was rebuilt');
  }
}

/** An interrupted rebuild leaves an index that is not valid. */
async function dropUnfinished(db: App['db'], name: string): Promise<void> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not indisvalid and starts_with(nspname || '.' || relname, ${`${name}_ccnew`})`.execute(db);
  for (const { schema, name } of rows)
    await sql`drop index concurrently if exists ${sql.id(schema, name)}`.execute(db);
}

const nothing = Type.Object({});

/** Deletes expired rate limit windows, each a row in the counter table. */
const purgeLimits = job('system.purge-limits', nothing, dropEndedLimits, { cron: '*/10 * * * *' });

/** Deletes old mail in the outbox, which may contain sign-in links. */
const purgeMail = job('system.purge-mail', nothing, dropOldMail, { cron: '20 3 * * *', whenFull: true });

async function dropEndedLimits({ db, clock }: App): Promise<void> {
  const now = String(clock.now().getTime());
  await db.deleteFrom('system.rate_limit').where('expire', '<', now).execute();
  await db.deleteFrom('system.durable_limit').where('expire', '<', now).execute();
}

async function dropOldMail(app: App): Promise<void> {
  const { db, clock, config } = app;
  const oldest = new Date(clock.now().getTime() - days(config.OUTBOX_DAYS));
  await db.deleteFrom('system.outbox_mail').where('sent_at', '<', oldest).execute();
  await purgeDomains(app);
  await purgeHandovers(app);
}

/** Deletes jobs that failed for good, which the queue keeps. */
const purgeFailed = job(
  'system.purge-failed-jobs',
  nothing,
  async ({ db, clock, config }) => {
    if (config.FAILED_JOB_DAYS === 0) return;
    const oldest = new Date(clock.now().getTime() - days(config.FAILED_JOB_DAYS));
    await sql`
      select from graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
        where attempts >= max_attempts and locked_at is null and updated_at < ${oldest}))`.execute(db);
  },
  { cron: '25 3 * * *', whenFull: true },
);

/** Weekly, because it scans every column that could contain a path. */
const sweepStoredFiles = job(
  'system.sweep-files',
  nothing,
  async (app) => {
    const deleted = await sweepFiles(app);
    if (deleted > 0) app.log.info({ deleted }, 'deleted unreferenced files');
  },
  { cron: '30 4 * * 0', whenFull: true },
);

export const systemJobs: readonly Job[] = [
  deliverMail,
  purgeLimits,
  purgeMail,
  purgeFailed,
  purgeAnswers,
  sweepStoredFiles,
  rebuildIndexesJob,
  ...cdnJobs,
];
