import type { Log } from '../logging/log.ts';
import { openRedis } from '../redis.ts';
import type { Carrier } from './carrier.ts';
import type { Listeners } from './listeners.ts';

const channel = 'plaza';

/**
 * Uses publish and subscribe of Redis or Valkey. A message is sent after the publisher's transaction commits.
 */
export async function overRedis(url: string, listeners: Listeners, log: Log): Promise<Carrier> {
  const [speaker, hearer] = await Promise.all([openRedis(url, log), openRedis(url, log)]);
  hearer.on('message', (_channel: string, text: string) => listeners.hear(text));
  const subscribe = async (): Promise<void> => {
    await hearer
      .subscribe(channel)
      .catch((error: unknown) => log.warn({ err: error }, 'could not subscribe to broadcasts'));
  };
  // It may already be connected. Later connections have a gap before them.
  if (hearer.status === 'ready') await subscribe();
  hearer.on('ready', () => void subscribe().then(listeners.miss));
  return {
    send: ({ afterCommit }, text) => {
      afterCommit(() => {
        speaker
          .publish(channel, text)
          .catch((error: unknown) => log.warn({ err: error }, 'a broadcast was lost'));
      });
      return Promise.resolve();
    },
    sendNow: async (text) => {
      await speaker.publish(channel, text);
    },
    close: () => {
      speaker.disconnect();
      hearer.disconnect();
      return Promise.resolve();
    },
  };
}
