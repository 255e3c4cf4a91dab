import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('../../../migrations/', import.meta.url);
/** Any number of processes may start at once; one migrates, the rest wait. */
const lock = 7_267_001;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/** Brings the database to the newest migration. Returns the names that were run. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    try {
      const done = await readDone(client);
      refuseStrangers(files, done);
      const missing = files.filter(({ name }) => !done.has(name));
      for (const migration of missing) await run(client, migration);
      return missing.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    client.release();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function readDone(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(`create table if not exists public.migration (
    name text primary key, hash text not null, run_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from public.migration',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** A database that a newer version has touched, or a migration that was edited after it ran, is not ours to guess about. */
function refuseStrangers(files: Migration[], done: Map<string, string>): void {
  const known = new Map(files.map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of done) {
    if (!known.has(name))
      throw new Error(`The database was migrated by a newer version: it has ${name}, which is not here.`);
    if (known.get(name) !== hash)
      throw new Error(`Migration ${name} was changed after it had run on this database.`);
  }
}

async function run(client: pg.PoolClient, { name, text, hash }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
