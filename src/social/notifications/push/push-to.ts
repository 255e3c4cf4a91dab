import { createECDH } from 'node:crypto';
import { encrypt } from 'http_ece';
import { Problem } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { PushSubscription } from './subscriptions.ts';
import { vapidHeader } from './vapid.ts';

/** Statuses for an expired subscription, or one that rejects our keys. */
const dead = [403, 404, 410];
/** How long the push service retains an undelivered message. */
const cachedFor = days(1);

/** Sends a message to one browser. Deletes the subscription if it has expired. */
export async function pushTo(app: App, subscription: PushSubscription, body: string): Promise<void> {
  const encrypted = encryptFor(app, subscription, body);
  if (!encrypted) return deleteSubscription(app, subscription);
  try {
    const { status } = await app.outbound.fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(app, subscription.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(cachedFor / 1000),
      },
      body: encrypted,
      max: 4096,
      longer: 'cut',
      hops: 0,
    });
    if (dead.includes(status)) await deleteSubscription(app, subscription);
    else if (status >= 300) app.log.warn({ status }, 'a push service rejected a notification');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The notification remains available on the site.
    app.log.warn({ err: error }, 'a push service could not be reached');
  }
}

async function deleteSubscription({ db }: App, { id }: PushSubscription): Promise<void> {
  await db.deleteFrom('social.push_subscription').where('id', '=', id).execute();
}

/**
 * Encrypts by RFC 8291 with an ephemeral key pair per message. Returns undefined if the browser's key is
 * invalid.
 */
function encryptFor({ log }: App, { p256dh, auth }: PushSubscription, body: string): Buffer | undefined {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  try {
    return encrypt(Buffer.from(body), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth });
  } catch (error) {
    log.warn({ err: error }, 'a push subscription has an invalid key');
    return undefined;
  }
}
