import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrateJobs } from '../jobs/jobs.ts';
import type { Log } from '../logging/log.ts';
import { databaseProblem } from './errors.ts';
import { migrate } from './migrate.ts';
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
