import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Log } from '../logging/log.ts';
import { DatabaseClient } from './connections/client.ts';
import { databaseProblem } from './errors.ts';
import { migrate } from './migrate.ts';
import type { DatabaseAddress } from './open.ts';
import { connectionSettings } from './connections/pool.ts';

interface Options {
  /** Seconds to wait for a database that is unreachable, starting or read-only. */
  wait?: number;
  /** Whether the connection reaches PostgreSQL itself. Poolers reject settings at connection start. */
  isDirect?: boolean;
}

/** Waits for the database and runs migrations. */
export async function prepareDatabase(
  connection: DatabaseAddress,
  log: Log,
  { wait = 60, isDirect = false }: Options = {},
): Promise<void> {
  const pool = new pg.Pool({
    ...connection,
    ...connectionSettings,
    max: 2,
    Client: DatabaseClient,
    application_name: 'plaza migrations',
    // For the tables of the queue, whose migrations set nothing themselves: roles often have a statement timeout.
    ...(isDirect && { options: '-c statement_timeout=0 -c lock_timeout=30s' }),
  });
  const nothing = () => undefined; // The next query reports a lost connection.
  pool.on('error', nothing);
  pool.on('connect', (client) => client.on('error', nothing));
  try {
    await untilWritable(pool, log, seconds(wait));
    await requireVersion(pool);
    await migrateJobs(pool);
    const run = await migrate(pool, {
      report: (details, message) => log.warn(details, message),
      begin: (migration) => log.info({ migration }, 'migrating the database'),
    });
    if (run.length > 0) log.info({ migrations: run }, 'the database was migrated');
  } finally {
    await pool.end();
  }
}

/** How often a waiting start says so. */
const reportEvery = seconds(10);

/**
 * Waits for a database that is still starting, such as in another container, or that is read-only, such as a replica
 * that is about to be promoted.
 */
async function untilWritable(pool: pg.Pool, log: Log, maxWait: number): Promise<void> {
  const began = Date.now();
  for (let reported = -Infinity; ;) {
    const reason = await findReason(pool);
    if (reason === undefined) return;
    const waited = Date.now() - began;
    if (waited > maxWait) throw new Error(`The database cannot be used: ${reason}`);
    if (Date.now() - reported > reportEvery) {
      reported = Date.now();
      const [past, rest] = [waited, maxWait - waited].map((time) => Math.round(time / 1000));
      log.warn({ reason, waited: past }, `waiting for the database, for up to ${rest} s more: ${reason}`);
    }
    await sleep(500);
  }
}

/** Why the database cannot be written to yet. Undefined if it can. Throws an error that waiting does not end. */
async function findReason(pool: pg.Pool): Promise<string | undefined> {
  try {
    const client = await pool.connect();
    const { rows } = await client
      .query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      )
      .catch((error: unknown) => {
        client.release(true);
        throw error;
      });
    const isReadOnly = rows[0]?.isReadOnly === true;
    // A connection keeps the default that it began with.
    client.release(isReadOnly);
    return isReadOnly ? 'it is read-only' : undefined;
  } catch (error) {
    const message =
      error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error);
    if (message.includes('unsupported startup parameter'))
      throw new Error(
        `The database at DATABASE_URL is a pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
        { cause: error },
      );
    if (databaseProblem(error)?.kind === 'unavailable') return message;
    throw new Error(`The database cannot be used: ${message}`, { cause: error });
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
