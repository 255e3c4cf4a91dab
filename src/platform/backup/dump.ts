import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../database/connections/client.ts';
import type { DatabaseAddress } from '../database/open.ts';
import type { ArchiveWriter } from './archive.ts';

interface DumpedTable {
  /** quoted, with its schema */
  name: string;
  /** quoted */
  columns: string[];
  /** of a part of a partitioned table: its parent, and the rows that it holds as SQL */
  partition?: { of: string; bound: string };
  /** number of parts */
  parts: number;
}

/** What the rows belong to. The structure itself comes from the migrations. */
export interface Structure {
  tables: DumpedTable[];
  sequences: { name: string; value: string }[];
}

export const structureName = 'structure.json';
export const partName = (table: number, part: number) => `${table}/${part}`;

/** The schemas with data: our own and that of the job queue. */
export const schemas = [
  'identity',
  'social',
  'links',
  'system',
  'search',
  'agents',
  'paid',
  'graphile_worker',
];

/** What the target creates itself, or what is about processes that run now. */
const excluded = ['graphile_worker.migrations', 'system.job_runner'];

const partBytes = 16 * 1024 ** 2;

/** Adds all rows as of one moment, in PostgreSQL's own text format, which every version reads. */
export async function dumpDatabase(
  connection: DatabaseAddress,
  archive: ArchiveWriter,
  prefix: string,
): Promise<void> {
  const client = new DatabaseClient({ ...connection, application_name: 'plaza backup' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select set_config(name, '0', true) from pg_settings
      where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`);
    const tables = await listTables(client);
    const sequences = await listSequences(client);
    await archive.addFolder(prefix);
    for (const [index, table] of tables.entries())
      await dumpTable(client, table, (part, rows) =>
        archive.addBytes(`${prefix}/${partName(index, part)}`, rows),
      );
    const structure: Structure = { tables, sequences };
    await archive.addText(`${prefix}/${structureName}`, JSON.stringify(structure));
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function listTables(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    of: string | null;
    bound: string | null;
  }>(
    `select format('%I.%I', nspname, relname) as name,
            array(select quote_ident(attname) from pg_attribute
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
            inhparent::regclass::text as of, pg_get_expr(relpartbound, pg_class.oid) as bound
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     left join pg_inherits on inhrelid = pg_class.oid and relispartition
     where relkind = 'r' and relpersistence = 'p' and nspname = any ($1) and nspname || '.' || relname <> all ($2)
     order by 1`,
    [schemas, excluded],
  );
  return rows.map(({ name, columns, of, bound }) => ({
    name,
    columns,
    ...(of !== null && bound !== null && { partition: { of, bound } }),
    parts: 0,
  }));
}

async function listSequences(client: pg.Client): Promise<Structure['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any ($1) and last_value is not null order by 1`,
    [schemas],
  );
  return rows;
}

async function dumpTable(
  client: pg.Client,
  table: DumpedTable,
  add: (part: number, rows: Buffer) => Promise<void>,
): Promise<void> {
  let [chunks, size]: [Buffer[], number] = [[], 0];
  const flush = async () => {
    if (size === 0) return;
    const rows = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    await add(table.parts, rows);
    table.parts += 1;
  };
  const rows = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  await flush();
}
