import pg from 'pg';
import { seconds } from '../../../kernel/time.ts';
import type { Log } from '../../logging/log.ts';
import { DatabaseClient, streamOf } from './client.ts';
import { isReadOnlyServer, isReadTimeout } from '../errors.ts';
import type { DatabaseAddress } from '../open.ts';

interface PoolOptions {
  connection: DatabaseAddress;
  /** The `application_name` of the connections. */
  name: string;
  max: number;
  /** Statement timeout in milliseconds. */
  timeout: number;
  /** Whether the connection reaches PostgreSQL itself. Poolers reject settings at connection start. */
  isDirect: boolean;
  /**
   * Whether a connection plans each statement once for all parameter values instead of on every run. Planning
   * a page's statements takes several times as long as running them.
   */
  plansOnce?: boolean;
}

/** Options of every connection. TCP keepalive detects a silent peer before a timeout. */
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: seconds(10),
  connectionTimeoutMillis: seconds(3),
};

const sessionOptions = [
  // Compiling a statement takes a second, and statements are short.
  '-c jit=off',
  // The locks of a machine that lost its power are released within half a minute instead of hours.
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000',
];
const planOnce = ['-c plan_cache_mode=force_generic_plan'];

/** How long to wait after PostgreSQL's own statement timeout before treating the connection as lost. */
const grace = seconds(1);

/**
 * Creates a pool whose statements always time out: by PostgreSQL's own timeout, or when no response arrives.
 * Connections are opened on demand. A lost one is only logged, and requests recover when the server is back.
 */
export function createPool(options: PoolOptions, log: Log): pg.Pool {
  const idle = new Set<pg.PoolClient>();
  const cutOffIdle = () => {
    for (const client of idle) {
      client.emit('error', new Error('Connection terminated: another connection was lost'));
      streamOf(client).destroy();
    }
  };
  const pool = new pg.Pool({
    ...options.connection,
    ...connectionSettings,
    max: options.max,
    idleTimeoutMillis: seconds(60),
    ...(options.isDirect && { statement_timeout: options.timeout }),
    ...(options.isDirect && {
      options: [...sessionOptions, ...(options.plansOnce ? planOnce : [])].join(' '),
    }),
    query_timeout: options.timeout + grace,
    application_name: options.name,
    // If one response was lost in the network, or the server is no longer the primary, the idle connections are most
    // likely useless too.
    Client: clientThatGivesUp(cutOffIdle),
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

/**
 * The driver keeps a connection open after a statement timed out, and later statements would wait behind it. It keeps
 * one to a demoted primary as well, which would refuse all later changes.
 */
function clientThatGivesUp(lost: () => void): typeof DatabaseClient {
  return class extends DatabaseClient {
    override query(...args: unknown[]): never {
      const query = Reflect.get(DatabaseClient.prototype, 'query') as (...args: unknown[]) => unknown;
      const result = query.apply(this, args);
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          if (isReadOnlyServer(error)) streamOf(this).destroy();
          else if (isReadTimeout(error))
            void this.end(); // closes immediately, because a statement is active
          else return;
          lost();
        });
      return result as never;
    }
  };
}
