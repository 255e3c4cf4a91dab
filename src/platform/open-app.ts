import { openBroadcast } from './broadcast.ts';
import type { Broadcast } from './broadcast.ts';
import { verifyBroadcast } from './broadcast-carriers.ts';
import { type App, systemClock } from './app.ts';
import { openClickHouse } from './database/clickhouse.ts';
import type { Config } from './settings/config.ts';
import { directConnection, openDatabase, reachesPostgres } from './database/open.ts';
import type { DatabaseAddress, Database } from './database/open.ts';
import { openReplicas } from './database/connections/replicas.ts';
import { openFiles } from './files.ts';
import { openLimits } from './limits.ts';
import type { Log } from './logging/log.ts';
import { openMail } from './mail/transport.ts';
import { currentTracer, type SpanStart, traced } from './logging/tracing.ts';
import { openOutbound, type Outbound } from './outbound.ts';

export interface OpenApp {
  app: App;
  database: Database;
  close(): Promise<void>;
}

/** Opens all ports to the outside. `close` closes them in reverse order. */
export async function openApp(config: Config, connection: DatabaseAddress, log: Log): Promise<OpenApp> {
  const database = openDatabase(connection, config, log);
  const broadcast = await openVerifiedBroadcast(config, connection, database, log).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const limits = await openLimits(config, database.pool, log);
  const outbound = traceFetches(openOutbound(config));
  const replicas = config.DATABASE_REPLICA_URL
    ? await openReplicas(config, database, broadcast, log)
    : undefined;
  const clickhouse = await openClickHouse(config);
  const app: App = {
    config,
    db: database.kysely,
    files: openFiles(config, (path) => recordFile(database.kysely, path)),
    mail: openMail(config, database.kysely, systemClock),
    broadcast,
    limits,
    outbound,
    clock: systemClock,
    log,
    clickhouse,
    replicas,
    afterCommit: (work) => work(),
  };
  const close = async () => {
    await clickhouse?.close();
    await replicas?.close();
    await broadcast.close();
    await limits.close();
    await database.close();
  };
  return { app, database, close };
}

/**
 * Redis may be unreachable at startup and come back later. PostgreSQL's broadcast must work now, or it never
 * will.
 */
async function openVerifiedBroadcast(
  config: Config,
  connection: DatabaseAddress,
  database: Database,
  log: Log,
): Promise<Broadcast> {
  // LISTEN does not work through a pooler.
  const direct =
    reachesPostgres(config) || !config.REDIS_URL ? directConnection(connection, config) : undefined;
  const broadcast = await openBroadcast(config, direct, log);
  if (config.REDIS_URL) return broadcast;
  try {
    await verifyBroadcast(broadcast, database.kysely, log);
    return broadcast;
  } catch (error) {
    await broadcast.close();
    throw error;
  }
}

/** Records requests to other hosts as spans, if there is a tracer. They get no `traceparent`. */
function traceFetches(outbound: Outbound): Outbound {
  if (!currentTracer()) return outbound;
  const start = (url: string, method = 'GET'): SpanStart => {
    const attributes = { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? '' };
    return { name: method, kind: 'client', attributes };
  };
  return {
    ...outbound,
    fetch: (url, options) =>
      traced(
        () => start(url, options?.method),
        () => outbound.fetch(url, options),
      ),
  };
}

/** Uses a separate connection, because the row must survive a rollback. */
async function recordFile(db: App['db'], path: string): Promise<void> {
  await db
    .insertInto('system.stored_file')
    .values({ path, stored_at: systemClock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
