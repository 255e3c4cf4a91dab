import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { memoryFolder } from './memory-folder.ts';

const { TEST_DATA_DIR } = process.env;
/** Named after this checkout, so that the next run takes over what a killed run left behind. */
const own = `plaza-tests-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12)}`;
/** The data folder of the tests' PostgreSQL. A different folder allows two concurrent runs. */
const folder = TEST_DATA_DIR ? `${TEST_DATA_DIR}/postgres` : join(memoryFolder(), own);

/** The initial time of the test clock. */
export const testDay = '2026-03-01';

const quiet = createLog({ LOG_LEVEL: 'warn' });

/** Tells a process that another one has started a server with a template for all processes. */
const lentBy = 'TEST_POSTGRES';
const lent =
  process.env[lentBy] === undefined
    ? undefined
    : (JSON.parse(process.env[lentBy]) as EmbeddedPostgres['connection']);

let started: ReturnType<typeof startEmbeddedPostgres> | undefined;

/** The tests' PostgreSQL, started once for all processes. It does not sync to disk. */
async function testServer(): Promise<EmbeddedPostgres['connection']> {
  if (lent) return lent;
  started ??= startEmbeddedPostgres({
    folder,
    database: 'postgres',
    log: quiet,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      // Creating and dropping a database reads all of them.
      shared_buffers: '128MB',
      autovacuum: 'off',
    },
  });
  return (await started).connection;
}

export const connectionTo = async (database: string) => ({ ...(await testServer()), database });

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await connectionTo('postgres'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The name depends on the content of the template, so that an old one is never used. */
const generation = createHash('sha256')
  .update(testDay)
  .update(
    readdirSync('migrations')
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => readFileSync(`migrations/${name}`, 'utf8'))
      .join(),
  )
  .digest('hex')
  .slice(0, 12);

const template = `template_${generation}`;
let templateReady: Promise<void> | undefined;

async function createTemplate(): Promise<void> {
  if (lent) return;
  const exists = await asAdmin(async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    return rows.length > 0;
  });
  if (exists) return;
  // Created under another name first, so that an interrupted run leaves no partial template.
  const draft = `draft_${process.pid}`;
  await asAdmin((client) => client.query(`create database ${draft}`));
  await prepareDatabase(await connectionTo(draft), quiet);
  await runDailyJobs(await connectionTo(draft));
  await asAdmin((client) => client.query(`alter database ${draft} rename to ${template}`));
}

/**
 * Runs what Hop does once at the start of a day, for the day of the test clock: it takes longer than most
 * tests.
 */
async function runDailyJobs(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(
      `select links.add_click_month(month::date)
       from generate_series($1::date, $1::date + interval '2 months', '1 month') as month`,
      [`${testDay.slice(0, 7)}-01`],
    );
    await client.query(
      `insert into links.visitor_salt (day, salt)
       select $1::date + n, sha256('salt of tests'::bytea) from generate_series(0, 1) as n`,
      [testDay],
    );
  } finally {
    await client.end();
  }
}

let clones = 0;

/** Creates a migrated database as a copy of the template, in about 40 ms. Returns its name. */
export async function cloneDatabase(): Promise<string> {
  await (templateReady ??= createTemplate());
  const name = `test_${process.pid}_${(clones += 1)}`;
  await asAdmin((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return name;
}

export const dropDatabase = (name: string) =>
  asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));

/** Creates an empty database for scripts that run the migrations. */
export async function openScratchDatabase(name: string) {
  await dropDatabase(name);
  await asAdmin((client) => client.query(`create database ${name}`));
  const connection = await connectionTo(name);
  const pool = new pg.Pool(connection);
  // Ending a pool does not wait until its connections are closed, and dropping the database ends those left.
  pool.on('error', () => undefined);
  const url = `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${name}`;
  const close = async () => {
    await pool.end();
    await dropDatabase(name);
    await stopTestServer();
  };
  return { pool, url, close };
}

async function stopTestServer(): Promise<void> {
  if (!started) return;
  const server = await started;
  started = undefined;
  await server.stop();
  // A configured folder keeps its template for the next run.
  if (!TEST_DATA_DIR) rmSync(folder, { recursive: true, force: true });
}

/** Starts the server and creates the template for child processes that get the returned environment. */
export async function lendTestServer() {
  const connection = await connectionTo('postgres');
  await (templateReady ??= createTemplate());
  return { environment: { [lentBy]: JSON.stringify(connection) }, close: tidyUp };
}

/** Removes databases and the server after the run. A lent server belongs to another process. */
export function tidyUpAfterTests(): void {
  after(tidyUp);
}

async function tidyUp(): Promise<void> {
  if (!started) return;
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'test\\_%' or (datname like 'template\\_%' and datname not in ('template0', 'template1', $1))",
      [template],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
  await stopTestServer();
}
