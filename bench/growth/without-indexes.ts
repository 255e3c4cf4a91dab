import type pg from 'pg';

/**
 * Loads rows into tables with their indexes dropped, then rebuilds the indexes, which is faster than updating
 * them.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    `select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as made
     from pg_index as index where index.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = index.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await load();
  await Promise.all(rows.map(({ made: cache }) => pool.query(cache)));
}
