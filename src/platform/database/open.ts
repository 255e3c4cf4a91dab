import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
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

/**
 * A pool and a query builder over it. Connections are made on demand and a lost one is only logged:
 * requests meanwhile answer 503, and the next one that finds the server back goes on.
 */
export function openDatabase(connection: Connection, config: Config, log: Log): Database {
  const pool = new pg.Pool({
    ...connection,
    max: config.DATABASE_POOL,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    application_name: 'plaza',
  });
  let isClosing = false;
  const lost = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'lost a database connection');
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: config.DATABASE_PREPARE ? nameStatements(pool) : pool }),
  });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { pool, kysely, close };
}
