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

/** Where PostgreSQL listens: an address, or the embedded server's socket folder. */
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

/** A pool for requests and a query builder over it. While PostgreSQL is away, requests answer 503. */
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

/** The same for what jobs do, which may take longer: requests and jobs never wait for each other's connections. */
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

/** For the queue's own bookkeeping: short statements, and for each kind of runner a connection that listens. */
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

/** PostgreSQL itself, for what a pooler in transaction mode cannot do: LISTEN, and locks that outlive a transaction. */
export const directConnection = (
  connection: Connection,
  { DATABASE_DIRECT_URL }: Pick<Config, 'DATABASE_DIRECT_URL'>,
): Connection => (DATABASE_DIRECT_URL === '' ? connection : { connectionString: DATABASE_DIRECT_URL });

/** Whether there is no pooler between a direct connection and PostgreSQL. */
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
