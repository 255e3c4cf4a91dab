import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { projectFolder } from '../../kernel/project-folder.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Log } from '../logging/log.ts';
import { databaseProblem } from './errors.ts';
import type { Connection } from './open.ts';
import { connectionSettings } from './pool.ts';

/** How long to wait for a database that is still starting, such as in another container. */
const maxWait = 60_000;

/** Waits for the database and runs migrations. */
export async function prepareDatabase(connection: Connection, log: Log): Promise<void> {
  const pool = new pg.Pool({ ...connection, ...connectionSettings, max: 2 });
  const nothing = () => undefined; // The next query reports a lost connection.
  pool.on('error', nothing);
  pool.on('connect', (client) => client.on('error', nothing));
  try {
    await untilReachable(pool, log);
    await requireVersion(pool);
    await migrateJobs(pool);
    const run = await migrate(pool);
    if (run.length > 0) log.info({ migrations: run }, 'the database was migrated');
  } finally {
    await pool.end();
  }
}

async function untilReachable(pool: pg.Pool, log: Log): Promise<void> {
  const deadline = Date.now() + maxWait;
  for (let isLogged = false; ; isLogged = true) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (databaseProblem(error)?.kind !== 'unavailable' || Date.now() > deadline)
        throw new Error(
          `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      if (!isLogged) log.warn({ err: error }, 'waiting for the database');
      await sleep(500);
    }
  }
}

/** The minimum PostgreSQL version. */
const oldestVersion = 16;

/** Throws for an older server before creating anything in it. */
export async function requireVersion(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  if (version && Math.floor(Number(version.number) / 10_000) >= oldestVersion) return;
  throw new Error(
    `The database at DATABASE_URL is PostgreSQL ${version?.name ?? 'of an unknown version'}; version ${oldestVersion} or newer is required.`,
  );
}

const folder = join(projectFolder, 'migrations');
/**
 * Any number of processes can start concurrently: one migrates while the rest wait. A transaction-level lock,
 * because a pooler may switch connections between transactions.
 */
const lock = 7_267_001;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/** Runs all pending migrations. Returns their names. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = await getMigrations();
  const client = await pool.connect();
  try {
    const run: string[] = [];
    for (let name = await runNext(client, files); name; name = await runNext(client, files)) run.push(name);
    return run;
  } finally {
    client.release();
  }
}

async function getMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function getDone(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(`create table if not exists public.migration (
    name text primary key, hash text not null, run_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from public.migration',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Throws if a newer version has migrated the database, or if a migration was edited after it ran. */
function rejectUnknownMigrations(files: Migration[], done: Map<string, string>): void {
  const known = new Map(files.map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of done) {
    if (!known.has(name))
      throw new Error(
        `The database was migrated by a newer version: it has ${name}, which this version does not include.`,
      );
    if (known.get(name) !== hash)
      throw new Error(`Migration ${name} was changed after it ran on this database.`);
  }
}

/** Runs the first pending migration and returns its name. */
async function runNext(client: pg.PoolClient, files: Migration[]): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const done = await getDone(client);
    rejectUnknownMigrations(files, done);
    const next = files.find(({ name }) => !done.has(name));
    if (next) await run(client, next);
    await client.query('commit');
    return next?.name;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // A lost connection has already rolled back.
    throw error;
  }
}

async function run(client: pg.PoolClient, { name, text, hash }: Migration): Promise<void> {
  try {
    await client.query(text);
    await client.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
