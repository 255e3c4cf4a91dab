import { Kysely } from 'kysely';
import type pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import type { Config } from '../settings/config.ts';
import type { Log } from '../logging/log.ts';
import { watchPool } from '../logging/metrics.ts';
import { runners } from '../jobs.ts';
import { Dialect } from './dialect.ts';
import { createPool } from './pool.ts';
import { nameStatements } from './prepared.ts';
import type { DB } from './rows.gen.ts';

/** The address of PostgreSQL: a connection string, or the embedded server's socket folder. */
export type Connection =
  { connectionString: string } | { host: string; port: number; user: string; database: string };

export interface Database {
  pool: pg.Pool;
  kysely: Kysely<DB>;
  close(): Promise<void>;
}

type Settings = Pick<
  Config,
  | 'DATABASE_POOL'
  | 'DATABASE_TIMEOUT'
  | 'DATABASE_JOB_POOL'
  | 'DATABASE_JOB_TIMEOUT'
  | 'DATABASE_PREPARE'
  | 'DATABASE_DIRECT_URL'
>;

/**
 * Opens the connection pool for requests, with a query builder. While PostgreSQL is unreachable, requests
 * return 503.
 */
export const openDatabase = (connection: Connection, config: Settings, log: Log): Database =>
  open(
    config.DATABASE_PREPARE,
    createPool(
      {
        connection,
        name: 'plaza',
        max: config.DATABASE_POOL,
        timeout: seconds(config.DATABASE_TIMEOUT),
        isDirect: config.DATABASE_PREPARE,
        plansOnce: config.DATABASE_PREPARE,
      },
      log,
    ),
  );

/** Opens the connection pool for jobs, which may take longer. Requests and jobs do not share connections. */
export function openJobDatabase(connection: Connection, config: Settings, log: Log): Database {
  const isDirect = reachesPostgres(config);
  return open(
    isDirect,
    createPool(
      {
        connection: directConnection(connection, config),
        name: 'plaza jobs',
        max: config.DATABASE_JOB_POOL,
        timeout: seconds(config.DATABASE_JOB_TIMEOUT),
        isDirect,
      },
      log,
    ),
  );
}

/**
 * Opens the pool for the job queue itself: short statements, and one listening connection for each kind of
 * runner.
 */
export const openQueuePool = (connection: Connection, config: Settings, log: Log): pg.Pool =>
  createPool(
    {
      connection: directConnection(connection, config),
      name: 'plaza queue',
      max: Object.keys(runners).length + 3,
      timeout: seconds(config.DATABASE_TIMEOUT),
      isDirect: reachesPostgres(config),
    },
    log,
  );

/**
 * The direct connection to PostgreSQL, for features that a pooler in transaction mode does not support:
 * LISTEN and session-level locks.
 */
export const directConnection = (
  connection: Connection,
  { DATABASE_DIRECT_URL }: Pick<Config, 'DATABASE_DIRECT_URL'>,
): Connection => (DATABASE_DIRECT_URL === '' ? connection : { connectionString: DATABASE_DIRECT_URL });

/** Whether the direct connection bypasses any pooler. */
const reachesPostgres = ({ DATABASE_PREPARE, DATABASE_DIRECT_URL }: Settings): boolean =>
  DATABASE_PREPARE || DATABASE_DIRECT_URL !== '';

function open(named: boolean, pool: pg.Pool): Database {
  const unwatch = watchPool(pool);
  const kysely = new Kysely<DB>({
    dialect: new Dialect({ pool: named ? nameStatements(pool) : pool }),
  });
  const close = async () => {
    unwatch();
    await pool.end();
  };
  return { pool, kysely, close };
}
