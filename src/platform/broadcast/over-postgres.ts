import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { seconds } from '../../kernel/time.ts';
import type { Connection } from '../database/open.ts';
import { isConnectionLost } from '../database/errors.ts';
import { connectionSettings } from '../database/pool.ts';
import type { Log } from '../logging/log.ts';
import type { Listeners } from './listeners.ts';
import type { Carrier } from './carrier.ts';

const heartbeat = seconds(5);
/** How long to retry the first connection while PostgreSQL restarts. */
const maxWait = seconds(60);

/**
 * Uses LISTEN on a dedicated connection, which reconnects automatically, and NOTIFY in the publisher's
 * transaction.
 */
export async function overPostgres(connection: Connection, listeners: Listeners, log: Log): Promise<Carrier> {
  const aborted = new AbortController();
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      ...connectionSettings,
      query_timeout: seconds(3),
      application_name: 'plaza broadcast',
    });
    next.on('notification', ({ payload }) => listeners.hear(payload ?? ''));
    // Without a listener, a lost connection would crash the process. `end` follows in any case.
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query('listen plaza');
      aborted.signal.throwIfAborted();
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    next.on('end', () => void reconnect());
    client = next;
  };

  const reconnect = async (): Promise<void> => {
    client = undefined;
    if (aborted.signal.aborted) return;
    log.warn('lost the connection for broadcasts');
    for (let pause = 100; ; pause = Math.min(pause * 2, seconds(5))) {
      const rested = await sleep(pause, true, { signal: aborted.signal }).catch(() => false);
      if (!rested) return;
      const connected = await connect().then(
        () => true,
        () => false,
      );
      if (connected) break;
    }
    listeners.miss();
  };

  for (const deadline = Date.now() + maxWait; !client;)
    await connect().catch(async (error: unknown) => {
      if (!isConnectionLost(error) || Date.now() > deadline) throw error;
      await sleep(seconds(0.5));
    });
  let last: Promise<unknown> = Promise.resolve();
  /** Runs queries one at a time. */
  const ask = (text: string, values: string[] = []): Promise<unknown> =>
    (last = last
      .catch(() => undefined)
      .then(() => {
        if (!client) throw new Error('The connection for broadcasts is lost');
        return client.query(text, values);
      }));
  // Detects connections whose peer vanished silently.
  const timer = setInterval(() => void ask('select').catch(() => client?.end()), heartbeat);
  timer.unref();
  return {
    send: async ({ db }, text) => {
      await sql`select pg_notify('plaza', ${text})`.execute(db);
    },
    sendNow: async (text) => {
      await ask("select pg_notify('plaza', $1)", [text]);
    },
    close: async () => {
      aborted.abort();
      clearInterval(timer);
      await client?.end();
    },
  };
}
