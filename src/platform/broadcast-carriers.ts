import { type Kysely, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../kernel/time.ts';
import type { Broadcast } from './broadcast.ts';
import { DatabaseClient } from './database/connections/client.ts';
import { isConnectionLost } from './database/errors.ts';
import type { DatabaseAddress } from './database/open.ts';
import { connectionSettings } from './database/connections/pool.ts';
import type { DB } from './database/rows.gen.ts';
import type { Log } from './logging/log.ts';
import { openRedis, openSubscriber } from './redis.ts';

/** The part of `App` that publishing needs. */
export interface Publisher {
  db: Kysely<DB>;
  afterCommit: (work: () => void) => void;
}

/** Broadcasts messages to all processes. */
export interface Carrier {
  send: (publisher: Publisher, text: string) => Promise<void>;
  /** Sends outside of any transaction, over the carrier's own connection. */
  sendNow: (text: string) => Promise<void>;
  /** Whether messages of other processes arrive. */
  isUp: () => boolean;
  close: () => Promise<void>;
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Listener = (payload: Json, topic: string) => void;

/** The listeners of this process, by topic. */
interface Listeners {
  subscribe: (topic: string, listener: Listener) => () => void;
  onGap: (listener: () => void) => () => void;
  /** Handles a message as received from the wire. */
  hear: (text: string) => void;
  /** Reports that messages may have been missed. */
  miss: () => void;
}

export function createListeners(log: Log): Listeners {
  const byTopic = new Map<string, Set<Listener>>();
  const gaps = new Set<() => void>();
  /** Isolates listeners from each other's errors. */
  const safely = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a broadcast listener failed');
    }
  };
  return {
    subscribe: (topic, listener) => {
      const listeners = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byTopic.delete(topic);
      };
    },
    onGap: (listener) => {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
    hear: (text) => {
      const [topic, payload] = JSON.parse(text) as [string, Json];
      for (const listener of [...(byTopic.get(topic) ?? [])]) safely(() => listener(payload, topic));
    },
    miss: () => {
      for (const listener of [...gaps]) safely(listener);
    },
  };
}

/** A carrier whose peer vanished silently is noticed within two of these. */
const heartbeat = seconds(2);
/** How long to retry the first connection while PostgreSQL restarts. */
const maxWait = seconds(60);

/**
 * Uses LISTEN on a dedicated connection, which reconnects automatically, and NOTIFY in the publisher's
 * transaction.
 */
export async function overPostgres(
  connection: DatabaseAddress,
  listeners: Listeners,
  log: Log,
): Promise<Carrier> {
  const aborted = new AbortController();
  let client: DatabaseClient | undefined;

  const connect = async (): Promise<void> => {
    const next = new DatabaseClient({
      ...connection,
      ...connectionSettings,
      query_timeout: heartbeat,
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
    isUp: () => client !== undefined,
    close: async () => {
      aborted.abort();
      clearInterval(timer);
      await client?.end();
    },
  };
}

const channel = 'plaza';

/**
 * Uses publish and subscribe of Redis or Valkey. A message is sent after the publisher's transaction commits. While it is
 * away, messages go by the second carrier.
 */
export async function overRedis(
  url: string,
  listeners: Listeners,
  log: Log,
  second?: Carrier,
): Promise<Carrier> {
  const [speaker, hearer] = await Promise.all([openRedis(url, log), openSubscriber(url, log)]);
  let isSubscribed = false;
  hearer.on('message', (_channel: string, text: string) => listeners.hear(text));
  const subscribe = async (): Promise<void> => {
    await hearer.subscribe(channel).then(
      () => (isSubscribed = true),
      (error: unknown) => log.warn({ err: error }, 'could not subscribe to broadcasts'),
    );
  };
  // It may already be connected. Later connections have a gap before them.
  if (hearer.status === 'ready') await subscribe();
  hearer.on('ready', () => void subscribe().then(listeners.miss));
  hearer.on('close', () => (isSubscribed = false));
  const beat = () => {
    if (isSubscribed) hearer.ping().catch(() => hearer.disconnect(true));
  };
  const timer = setInterval(beat, heartbeat).unref();
  const sendNow = async (text: string): Promise<void> => {
    try {
      await speaker.publish(channel, text);
    } catch (error) {
      if (!second) throw error;
      await second.sendNow(text);
    }
  };
  return {
    send: ({ afterCommit }, text) => {
      afterCommit(() => {
        sendNow(text).catch((error: unknown) => log.warn({ err: error }, 'a broadcast was lost'));
      });
      return Promise.resolve();
    },
    sendNow,
    isUp: () => isSubscribed,
    close: async () => {
      clearInterval(timer);
      speaker.disconnect();
      hearer.disconnect();
      await second?.close();
    },
  };
}

const topic = 'self-test';
const tries = 3;
const maxSelfTestWait = seconds(3);

/**
 * Throws if processes do not receive each other's messages through this database. They would serve outdated
 * links.
 */
export async function verifyBroadcast(broadcast: Broadcast, db: Kysely<DB>, log: Log): Promise<void> {
  const word = randomUUID();
  const heard = Promise.withResolvers<boolean>();
  const stop = broadcast.subscribe(topic, (payload) => {
    if (payload === word) heard.resolve(true);
  });
  try {
    for (let left = tries; left > 0; left -= 1) {
      await broadcast.publish({ db, afterCommit: (work) => work() }, topic, word);
      if (await Promise.race([heard.promise, sleep(maxSelfTestWait, false)])) return;
    }
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    log.warn({ err: error }, 'could not test whether broadcasts arrive');
    return;
  } finally {
    stop();
  }
  throw new Error(
    'Notifications from PostgreSQL (LISTEN/NOTIFY) do not arrive: DATABASE_URL seems to be a pooler in transaction mode. ' +
      'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or set REDIS_URL.',
  );
}
