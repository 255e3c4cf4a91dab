import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { minutes, seconds } from '../../kernel/time.ts';
import { baseline, getMigrations, getReplaced, getReplacedFiles, type Migration } from './migration-files.ts';
import { liftTimeouts, limitWaits, runOutside } from './migration-waits.ts';

/**
 * Any number of processes can start concurrently: one migrates while the rest wait. A transaction-level lock,
 * because a pooler may switch connections between transactions.
 */
const lock = 7_267_001;

/** How long one migration tries to get its locks, so that a forgotten transaction is named instead of waited for. */
const maxWait = minutes(10);
const [firstPause, longestPause] = [seconds(0.5), seconds(10)];
const pollEvery = seconds(0.2);

/** A deadlock, a lock that was not free in time, and a serialization failure. A retry may succeed. */
const retried = new Set(['40P01', '55P03', '40001']);

/** Tells the operator why a migration waits. */
type Report = (details: object, message: string) => void;

interface Options {
  report?: Report;
  /** Called before a migration runs. */
  begin?: (name: string) => void;
  /** Milliseconds; by default ten minutes. */
  within?: number;
  /** By default those of this version. */
  files?: readonly Migration[];
}

/** Runs all pending migrations. Returns their names. */
export async function migrate(pool: pg.Pool, options: Options = {}): Promise<string[]> {
  const files = options.files ?? (await getMigrations());
  const run: string[] = [];
  for (let name = await runNext(pool, files, options); name; name = await runNext(pool, files, options))
    run.push(name);
  return run;
}

/** Runs the first pending migration and returns its name. Tries again while other sessions hold its locks. */
async function runNext(
  pool: pg.Pool,
  files: readonly Migration[],
  { report = () => undefined, begin = () => undefined, within = maxWait }: Options,
): Promise<string | undefined> {
  const deadline = Date.now() + within;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const outcome = await tryNext(pool, files, report, begin).catch((error: unknown) => {
      if (!retried.has(codeOf(error))) throw error;
      return { error: error as Error };
    });
    if (outcome === undefined || 'name' in outcome) return outcome?.name;
    const { message } = outcome.error;
    const holder = await describeLongest(pool);
    if (Date.now() > deadline) throw new Error(`${message}. ${holder}`, { cause: outcome.error });
    report({ err: outcome.error }, `${message}. Trying again. ${holder}`);
    await sleep(pause);
  }
}

/** Runs the first pending migration while no other process does. */
async function tryNext(
  pool: pg.Pool,
  files: readonly Migration[],
  report: Report,
  begin: (name: string) => void,
): Promise<{ name: string } | undefined> {
  const client = await pool.connect();
  try {
    await takeTurn(client, report);
    await limitWaits(client, true);
    const done = await getDone(client);
    const isBeforeBaseline = done.size > 0 && !done.has(baseline);
    const name = await (isBeforeBaseline ? toBaseline : runPending)({ pool, client, begin }, files, done);
    await client.query('commit');
    return name === undefined ? undefined : { name };
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // A lost connection has already rolled back.
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Begins a transaction that no other process migrates during. Asks again and again instead of waiting for the lock,
 * because a waiting statement would be waited for by `create index concurrently`.
 */
async function takeTurn(client: pg.PoolClient, report: Report): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    await client.query('begin');
    await liftTimeouts(client, true);
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [lock],
    );
    if (rows[0]?.locked) return;
    await client.query('rollback');
    if (!isReported) report({}, 'waiting for another process that migrates the database');
    await sleep(pollEvery);
  }
}

interface Done {
  hash: string;
  isCompatible: boolean;
}

async function getDone(client: pg.PoolClient): Promise<Map<string, Done>> {
  await client.query(`create table if not exists public.migration (
    name text primary key, hash text not null, run_at timestamptz not null default now())`);
  const { rows: columns } = await client.query(
    `select from pg_attribute where attrelid = 'public.migration'::regclass and attname = 'is_compatible'`,
  );
  // Adding a column that exists would still lock the table.
  if (columns.length === 0)
    await client.query(
      `alter table public.migration add column is_compatible boolean not null default false`,
    );
  const { rows } = await client.query<{ name: string; hash: string; is_compatible: boolean }>(
    'select name, hash, is_compatible from public.migration',
  );
  return new Map(rows.map(({ name, hash, is_compatible: isCompatible }) => [name, { hash, isCompatible }]));
}

interface Clients {
  pool: pg.Pool;
  /** in the transaction that holds the lock */
  client: pg.PoolClient;
  begin: (name: string) => void;
}

async function runPending(
  clients: Clients,
  files: readonly Migration[],
  done: ReadonlyMap<string, Done>,
): Promise<string | undefined> {
  rejectUnknown(files, done);
  const next = files.find(({ name }) => !done.has(name));
  if (next) await run(clients, next);
  return next?.name;
}

/**
 * Throws if a newer version has migrated the database so that this one cannot use it, or if a migration was edited
 * after it ran.
 */
function rejectUnknown(
  files: readonly Pick<Migration, 'name' | 'hash'>[],
  done: ReadonlyMap<string, Done>,
): void {
  const known = new Map(files.map(({ name, hash }) => [name, hash]));
  for (const [name, { hash, isCompatible }] of done) {
    if (!known.has(name)) {
      if (isCompatible) continue;
      throw new Error(
        `The database was migrated by a newer version: it has ${name}, which this version does not include.`,
      );
    }
    if (known.get(name) !== hash)
      throw new Error(`Migration ${name} was changed after it ran on this database.`);
  }
}

async function run({ pool, client, begin }: Clients, migration: Migration): Promise<void> {
  const { name, text, hash, isCompatible } = migration;
  begin(name);
  try {
    if (migration.runsOutside) await runOutside(pool, text);
    else await client.query(text);
    await client.query('insert into public.migration (name, hash, is_compatible) values ($1, $2, $3)', [
      name,
      hash,
      isCompatible,
    ]);
  } catch (error) {
    const failure = new Error(
      `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
    throw Object.assign(failure, { code: codeOf(error) });
  }
}

/** The session with the longest transaction, which most likely holds the lock. */
async function describeLongest(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     order by xact_start limit 1`,
  );
  const [longest] = rows;
  if (!longest) return 'No other session has a transaction open.';
  const { pid, name, seconds: age } = longest;
  return `The longest open transaction is of process ${pid}${name && ` (${name})`}, for ${age} s.`;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** The last commit whose migrations are not in `before-baseline`: databases that ran them all can continue. */
const oldestCommit = '0e5da7b7';

/**
 * Continues a database from before the baseline. Runs the first of the replaced migrations that it lacks and
 * returns its name. Once it lacks none, its schema is that of the baseline, and it is marked as such.
 */
async function toBaseline(
  clients: Clients,
  files: readonly Migration[],
  done: ReadonlyMap<string, Done>,
): Promise<string> {
  const replaced = await getReplaced();
  rejectUnknown([...replaced, ...files], done);
  const lacking = replaced.filter(({ name }) => !done.has(name));
  const available = new Map((await getReplacedFiles()).map((file) => [file.name, file]));
  const lost = lacking.find(({ name }) => !available.has(name));
  if (lost)
    throw new Error(
      `The database is from an older version and lacks the migration ${lost.name}. Start commit ${oldestCommit} once with this database, then this version.`,
    );
  const next = available.get(lacking[0]?.name ?? '');
  if (next) {
    await run(clients, next);
    return next.name;
  }
  const { client } = clients;
  await client.query('delete from public.migration where name = any ($1)', [
    replaced.map(({ name }) => name),
  ]);
  await client.query('insert into public.migration (name, hash) values ($1, $2)', [
    baseline,
    files.find(({ name }) => name === baseline)?.hash,
  ]);
  return baseline;
}
