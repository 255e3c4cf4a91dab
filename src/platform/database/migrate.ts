import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { projectFolder } from '../../kernel/project-folder.ts';

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
  const files = await getMigrations(folder);
  const client = await pool.connect();
  try {
    const run: string[] = [];
    for (let name = await runNext(client, files); name; name = await runNext(client, files)) run.push(name);
    return run;
  } finally {
    client.release();
  }
}

async function getMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Runs the first pending migration and returns its name. */
async function runNext(client: pg.PoolClient, files: Migration[]): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const done = await getDone(client);
    const isBeforeBaseline = done.size > 0 && !done.has(baseline);
    const name = await (isBeforeBaseline ? toBaseline(client, files, done) : runPending(client, files, done));
    await client.query('commit');
    return name;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // A lost connection has already rolled back.
    throw error;
  }
}

async function getDone(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(`create table if not exists public.migration (
    name text primary key, hash text not null, run_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from public.migration',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function runPending(
  client: pg.PoolClient,
  files: Migration[],
  done: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  rejectUnknown(files, done);
  const next = files.find(({ name }) => !done.has(name));
  if (next) await run(client, next);
  return next?.name;
}

/** Throws if a newer version has migrated the database, or if a migration was edited after it ran. */
function rejectUnknown(files: readonly Omit<Migration, 'text'>[], done: ReadonlyMap<string, string>): void {
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

/** The schema of the first release. It replaces the migrations listed in `before-baseline/SHA256SUMS`. */
const baseline = '0001-baseline.sql';
const replacedFolder = join(folder, 'before-baseline');

/** The last commit whose migrations are not in `before-baseline`: databases that ran them all can continue. */
const oldestCommit = '0e5da7b7';

/**
 * Continues a database from before the baseline. Runs the first of the replaced migrations that it lacks and
 * returns its name. Once it lacks none, its schema is that of the baseline, and it is marked as such.
 */
async function toBaseline(
  client: pg.PoolClient,
  files: Migration[],
  done: ReadonlyMap<string, string>,
): Promise<string> {
  const replaced = await getReplaced();
  rejectUnknown([...replaced, ...files], done);
  const lacking = replaced.filter(({ name }) => !done.has(name));
  const available = new Map((await getMigrations(replacedFolder)).map((file) => [file.name, file]));
  const lost = lacking.find(({ name }) => !available.has(name));
  if (lost)
    throw new Error(
      `The database is from an older version and lacks the migration ${lost.name}. Start commit ${oldestCommit} once with this database, then this version.`,
    );
  const next = available.get(lacking[0]?.name ?? '');
  if (next) {
    await run(client, next);
    return next.name;
  }
  await client.query('delete from public.migration where name = any ($1)', [
    replaced.map(({ name }) => name),
  ]);
  await client.query('insert into public.migration (name, hash) values ($1, $2)', [
    baseline,
    files.find(({ name }) => name === baseline)?.hash,
  ]);
  return baseline;
}

/** The names and hashes of the migrations that the baseline replaces, in their order. */
async function getReplaced(): Promise<Omit<Migration, 'text'>[]> {
  const list = await readFile(join(replacedFolder, 'SHA256SUMS'), 'utf8');
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', name = ''] = line.split(/ +/);
      return { name, hash };
    });
}
