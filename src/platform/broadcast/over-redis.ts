import type { Log } from '../logging/log.ts';
import { openRedis } from '../redis.ts';
import type { Carrier } from './carrier.ts';
import type { Listeners } from './listeners.ts';

const channel = 'plaza';

/** Publish and subscribe over Redis or Valkey. A message leaves once the publisher's transaction has committed. */
export async function overRedis(url: string, listeners: Listeners, log: Log): Promise<Carrier> {
  const [speaker, hearer] = await Promise.all([openRedis(url, log), openRedis(url, log)]);
  let connectedBefore = false;
  hearer.on('message', (_channel: string, text: string) => listeners.hear(text));
  hearer.on('ready', () => {
    hearer.subscribe(channel).then(
      () => {
        if (connectedBefore) listeners.miss();
        connectedBefore = true;
      },
      (error: unknown) => log.warn({ err: error }, 'could not subscribe to broadcasts'),
    );
  });
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
