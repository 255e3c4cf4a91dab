import { throttle } from '../kernel/throttle.ts';
import { createListeners, overPostgres, overRedis } from './broadcast-carriers.ts';
import type { Json, Listener, Publisher } from './broadcast-carriers.ts';
import type { Config } from './settings/config.ts';
import type { DatabaseAddress } from './database/open.ts';
import type { Log } from './logging/log.ts';

export type { Json } from './broadcast-carriers.ts';

/**
 * Broadcasts events to every process, including this one. Payloads contain only ids and must stay under 8000
 * bytes.
 */
export interface Broadcast {
  /** Delivered when the surrounding transaction commits. Not delivered if it rolls back. */
  publish(publisher: Publisher, topic: string, payload: Json): Promise<void>;
  /**
   * Broadcasts a topic without a payload soon after the surrounding transaction commits. Frequent signals are
   * coalesced. Unlike `publish`, whose commits serialize, it costs the transaction nothing, but it is lost if
   * the process ends.
   */
  signal(publisher: Pick<Publisher, 'afterCommit'>, topic: string): void;
  /** Returns a function that unsubscribes. */
  subscribe(topic: string, listener: Listener): () => void;
  /**
   * Called after a lost connection is restored. Messages may have been missed, so caches should be cleared.
   */
  onGap(listener: () => void): () => void;
  /** Whether messages arrive at present. If not, what a cache has may be outdated. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** PostgreSQL's limit for one notification. */
const maxBytes = 8000;
/** Minimum pause between two signals of one topic from one process, in milliseconds. */
const signalPause = 25;

/**
 * Opens a broadcast over PostgreSQL, or over Redis if `REDIS_URL` is set, with PostgreSQL for the time when Redis is
 * away. Without a connection, there is only Redis.
 */
export async function openBroadcast(
  config: Pick<Config, 'REDIS_URL'>,
  connection: DatabaseAddress | undefined,
  log: Log,
): Promise<Broadcast> {
  const listeners = createListeners(log);
  const second = connection && (await overPostgres(connection, listeners, log));
  const carrier = config.REDIS_URL ? await overRedis(config.REDIS_URL, listeners, log, second) : second;
  if (!carrier) throw new Error('There is nothing to broadcast over');
  const signals = new Map<string, () => void>();
  const signalOf = (topic: string) => {
    const send = () => {
      carrier
        .sendNow(JSON.stringify([topic, null]))
        .catch((error: unknown) => log.debug({ err: error, topic }, 'a signal was lost'));
    };
    const known = signals.get(topic) ?? throttle(send, signalPause);
    signals.set(topic, known);
    return known;
  };
  return {
    signal: ({ afterCommit }, topic) => afterCommit(signalOf(topic)),
    publish: async (publisher, topic, payload) => {
      const text = JSON.stringify([topic, payload]);
      if (Buffer.byteLength(text) >= maxBytes)
        throw new Error(`A broadcast about ${topic} is too long: send ids, not records`);
      await carrier.send(publisher, text);
    },
    subscribe: listeners.subscribe,
    onGap: listeners.onGap,
    isUp: carrier.isUp,
    close: carrier.close,
  };
}
