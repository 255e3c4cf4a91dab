import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../database/migrate.ts';
import { getMigrations } from '../database/migration-files.ts';
import type { DatabaseAddress } from '../database/open.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Log } from '../logging/log.ts';
import { BackupError } from './archive.ts';
import type { Manifest } from './create-backup.ts';
import { DatabaseClient } from '../database/connections/client.ts';
import { partName, schemas, type Structure, structureName } from './dump.ts';

/**
 * Loads rows into an empty database: creates the tables by the migrations that the backup had, then fills them in one
 * transaction. The next start runs later migrations.
 */
export async function loadRows(
  connection: DatabaseAddress,
  folder: string,
  { migrations }: Manifest,
  log: Log,
): Promise<void> {
  const files = (await getMigrations()).filter(({ name }) => migrations.includes(name));
  const unknown = migrations.find((name) => !files.some((file) => file.name === name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup is of a newer version: it has ${unknown}, which this version does not include.`,
    );
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    application_name: 'plaza restore',
    max: 2,
  });
  const nothing = () => undefined; // the next query reports it
  pool.on('error', nothing);
  pool.on('connect', (client) => client.on('error', nothing));
  try {
    await requireEmpty(pool);
    await migrateJobs(pool);
    await migrate(pool, { files, report: (details, message) => log.warn(details, message) });
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config(name, '0', true) from pg_settings
        where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`);
      await fill(client, folder);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // A lost connection has already rolled back.
      throw error;
    } finally {
      client.release();
    }
    await pool.query('analyze');
  } finally {
    await pool.end();
  }
}

async function requireEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('public.migration') is not null as exists`,
  );
  if (rows[0]?.exists)
    throw new BackupError(
      'The database at DATABASE_URL is not empty. Create another one, and restore into it.',
    );
}

async function fill(client: pg.PoolClient, folder: string): Promise<void> {
  const { tables, sequences } = JSON.parse(await readFile(join(folder, structureName), 'utf8')) as Structure;
  for (const { name, partition } of tables)
    if (partition)
      await client.query(
        `create table if not exists ${name} partition of ${partition.of} ${partition.bound}`,
      );
  const existing = await listExisting(client);
  const references = await dropReferences(client);
  for (const name of existing) await client.query(`alter table ${name} disable trigger user`);
  // What migrations have inserted is in the backup, as it was changed since.
  await client.query(`truncate ${existing.join(', ')}`);
  for (const [index, { name, columns, parts }] of tables.entries())
    for (let part = 0; part < parts; part += 1)
      await pipeline(
        createReadStream(join(folder, partName(index, part))),
        client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
      );
  // Checks every row.
  for (const { name, constraint, definition } of references)
    await client.query(`alter table ${name} add constraint ${constraint} ${definition}`);
  for (const name of existing) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
}

async function listExisting(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname = any ($1) and (nspname, relname) <> ('graphile_worker', 'migrations')
     order by 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

interface Reference {
  name: string;
  constraint: string;
  definition: string;
}

/** Drops foreign keys, so that the order of tables does not matter. */
async function dropReferences(client: pg.PoolClient): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as name, quote_ident(conname) as constraint, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and conparentid = 0 and nspname = any ($1)`,
    [schemas],
  );
  for (const { name, constraint } of rows)
    await client.query(`alter table ${name} drop constraint ${constraint}`);
  return rows;
}
