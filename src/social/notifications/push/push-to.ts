import { createECDH } from 'node:crypto';
import { encrypt } from 'http_ece';
import { Problem } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { PushSubscription } from './subscriptions.ts';
import { vapidHeader } from './vapid.ts';

/** The service that stands behind a browser knows it no more, or takes nothing for it under our keys. */
const dead = [403, 404, 410];
/** How long a service keeps what it cannot bring at once. */
const keptFor = days(1);

/** Sends to one browser. One that is not there any more is forgotten. */
export async function pushTo(app: App, subscription: PushSubscription, body: string): Promise<void> {
  try {
    const { status } = await app.outbound.fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(app, subscription.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptFor / 1000),
      },
      body: encryptFor(subscription, body),
      most: 4096,
      longer: 'cut',
      hops: 0,
    });
    if (dead.includes(status))
      await app.db.deleteFrom('social.push_subscription').where('id', '=', subscription.id).execute();
    else if (status >= 300) app.log.warn({ status }, 'a push service took nothing');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // It stands on the page all the same.
    app.log.warn({ err: error }, 'a push service was out of reach');
  }
}

/** As RFC 8291 has it: with a pair of keys for this message alone. */
function encryptFor({ p256dh, auth }: PushSubscription, body: string): Buffer {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return encrypt(Buffer.from(body), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth });
}
