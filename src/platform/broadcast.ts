import { throttle } from '../kernel/throttle.ts';
import type { Carrier, Publisher } from './broadcast/carrier.ts';
import { createListeners } from './broadcast/listeners.ts';
import type { Json, Listener } from './broadcast/listeners.ts';
import { overPostgres } from './broadcast/over-postgres.ts';
import { overRedis } from './broadcast/over-redis.ts';
import type { Config } from './settings/config.ts';
import type { Connection } from './database/open.ts';
import type { Log } from './logging/log.ts';

export type { Json } from './broadcast/listeners.ts';

/** Tells every process, this one included, that something happened. Ids only: a payload stays under 8000 bytes. */
export interface Broadcast {
  /** Heard when the surrounding transaction commits, and not at all when it does not. */
  publish(publisher: Publisher, topic: string, payload: Json): Promise<void>;
  /**
   * Says a topic without a payload soon after the surrounding transaction has committed; many at a time become one. It costs
   * the transaction nothing, unlike `publish`, whose commits queue behind each other, and is lost when the process ends.
   */
  signal(publisher: Pick<Publisher, 'afterCommit'>, topic: string): void;
  /** Returns what ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void;
  /** Called after a lost connection was made again: something may have been missed, so caches had better be cleared. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

/** PostgreSQL's limit for one notification. */
const maxBytes = 8000;
/** Between two signals of one topic from one process, in milliseconds. */
const signalPause = 25;

/** Over PostgreSQL, or over Redis when REDIS_URL is set. */
export async function openBroadcast(
  config: Pick<Config, 'REDIS_URL'>,
  connection: Connection,
  log: Log,
): Promise<Broadcast> {
  const listeners = createListeners(log);
  const carrier: Carrier = config.REDIS_URL
    ? await overRedis(config.REDIS_URL, listeners, log)
    : await overPostgres(connection, listeners, log);
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
    close: carrier.close,
  };
}
