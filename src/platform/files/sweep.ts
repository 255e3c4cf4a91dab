import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { pathPattern } from './path.ts';

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
