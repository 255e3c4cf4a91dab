import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { job } from '../jobs.ts';

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
