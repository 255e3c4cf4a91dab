import { Client } from '../database/connections/client.ts';
import type { Connection } from '../database/open.ts';

/** Rows by table. */
export type Counts = Record<string, number>;

/** What a backup counted before and after it copied the database. */
export interface CountRange {
  before: Counts;
  after: Counts;
}

/** Counts the rows of every table with data of people. Reads each row, so a damaged page is noticed. */
export async function countRows(connection: Connection): Promise<Counts> {
  const client = new Client({
    ...connection,
    application_name: 'plaza backup',
    options: '-c statement_timeout=0',
  });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
         and nspname in ('identity', 'social', 'links', 'agents', 'paid') order by 1`,
    );
    const counts: Counts = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
      counts[name] = Number(rows[0]?.count);
    }
    return counts;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Rows that may have been deleted and added between the counts. */
const slack = (count: number) => 20 + Math.ceil(count / 1000);

/** The tables whose rows are not between the counts before and after, as sentences. */
export function compareCounts({ before, after }: CountRange, restored: Counts): string[] {
  return Object.entries(before).flatMap(([table, first]) => {
    const last = after[table] ?? first;
    const found = restored[table];
    if (found === undefined) return [`${table} is missing`];
    const [min, max] = [Math.min(first, last), Math.max(first, last)];
    const room = slack(max);
    if (found >= min - room && found <= max + room) return [];
    return [`${table} has ${found} rows instead of ${min === max ? min : `${min} to ${max}`}`];
  });
}
