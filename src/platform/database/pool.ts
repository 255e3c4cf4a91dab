import type { Socket } from 'node:net';
import pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import type { Log } from '../logging/log.ts';
import { isReadTimeout } from './errors.ts';
import type { Connection } from './open.ts';

interface PoolOptions {
  connection: Connection;
  /** The `application_name` of its connections. */
  name: string;
  max: number;
  /** Milliseconds for one statement. */
  timeout: number;
  /** Whether the other end is PostgreSQL itself: a pooler refuses settings at the start of a connection. */
  isDirect: boolean;
  /**
   * Whether a connection plans a statement once and for all values of its parameters, rather than at each run: planning a page's
   * statements takes several times as long as running them.
   */
  plansOnce?: boolean;
}

/** Options of every connection. TCP keepalive detects a silent peer before a timeout does. */
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: seconds(10),
  connectionTimeoutMillis: seconds(3),
};

/** PostgreSQL gives up a statement first, and says so; this long after that, nobody is there who could. */
const grace = seconds(1);

/**
 * A pool whose statements end: by PostgreSQL's own timeout, or when no answer comes at all. Connections are made on
 * demand, and a lost one is only logged: the next request that finds the server back continues.
 */
export function createPool(options: PoolOptions, log: Log): pg.Pool {
  const idle = new Set<pg.PoolClient>();
  const cutOffIdle = () => {
    for (const client of idle) {
      client.emit('error', new Error('Connection terminated: another one had no answer'));
      streamOf(client).destroy();
    }
  };
  const pool = new pg.Pool({
    ...options.connection,
    ...connectionSettings,
    max: options.max,
    idleTimeoutMillis: seconds(60),
    ...(options.isDirect && { statement_timeout: options.timeout }),
    ...(options.plansOnce && { options: '-c plan_cache_mode=force_generic_plan' }),
    query_timeout: options.timeout + grace,
    application_name: options.name,
    // A network that swallowed one answer has most likely swallowed the other connections too.
    Client: clientWithTimeout(cutOffIdle),
  });
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'lost a database connection');
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('release', (error, client) => {
    if (isReadTimeout(error)) cutOffIdle();
    idle.add(client);
  });
  pool.on('remove', (client) => void idle.delete(client));
  return pool;
}

/** The driver leaves a connection open whose statement was not answered in time: whatever comes next would wait behind it. */
function clientWithTimeout(timedOut: () => void): typeof pg.Client {
  return class extends pg.Client {
    override query(...args: unknown[]): never {
      const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
      const result = query.apply(this, args);
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          if (!isReadTimeout(error)) return;
          void this.end(); // at once, as a statement is under way
          timedOut();
        });
      return result as never;
    }
  };
}

/** To end without the farewell, which would wait for an answer. */
const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
