import { createECDH, createPrivateKey, ECDH, hkdfSync, sign } from 'node:crypto';
import { findOpenSessions } from '../../../identity/sessions/sessions.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { hours } from '../../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';

/** A browser's push subscription. */
export interface PushSubscription {
  id: string;
  endpoint: string;
  /** The browser's public key and the shared secret, base64url. */
  p256dh: string;
  auth: string;
}

/** Maximum push subscriptions per account. Adding another removes the oldest. */
const max = 10;

/** Adds a push subscription that lasts as long as its session. */
export const addSubscription = verb(
  { name: 'notifications.subscribe-push', who: 'member' },
  async (
    app: App,
    viewer: Viewer,
    sessionId: string | undefined,
    given: Omit<PushSubscription, 'id'>,
  ): Promise<void> => {
    check(given);
    const row = {
      ...given,
      account_id: viewer.id,
      session_id: sessionId ?? null,
      created_at: app.clock.now(),
    };
    await inTransaction(app, async (app) => {
      await app.db
        .insertInto('social.push_subscription')
        .values(row)
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
        .execute();
      await app.db
        .deleteFrom('social.push_subscription')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('social.push_subscription')
            .where('account_id', '=', viewer.id)
            .orderBy('id', 'desc')
            .offset(max)
            .select('id'),
        )
        .execute();
    });
  },
);

function check({ endpoint, p256dh, auth }: Omit<PushSubscription, 'id'>): void {
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'https:' || endpoint.length > 1000)
    throw invalid('endpoint', msg('This browser did not provide a push endpoint'));
  try {
    // Throws if the key is not a point on the curve.
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
  } catch {
    throw invalid('p256dh', msg('This browser did not provide a usable key'));
  }
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw invalid('auth', msg('This browser did not provide a usable secret'));
}

/** Returns the push subscriptions of an account whose sessions have not ended or expired, newest first. */
export async function listPushSubscriptions(app: App, accountId: string): Promise<PushSubscription[]> {
  const rows = await app.db
    .selectFrom('social.push_subscription')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'session_id'])
    .execute();
  const open = await findOpenSessions(
    app,
    rows.flatMap(({ session_id }) => session_id ?? []),
  );
  return rows
    .filter(({ session_id }) => session_id === null || open.has(session_id))
    .map(({ id, endpoint, p256dh, auth }) => ({ id, endpoint, p256dh, auth }));
}

/** Deletes all push subscriptions of an account. */
export const endSubscriptions = verb(
  { name: 'notifications.end-push', who: 'member' },
  async ({ db }: Pick<App, 'db'>, accountId: string): Promise<void> => {
    await db.deleteFrom('social.push_subscription').where('account_id', '=', accountId).execute();
  },
);

/**
 * Stores an app's OneSignal ID until its session ends. A device belongs to the account that signed in last,
 * and has one ID at a time.
 */
export const savePushDevice = verb(
  { name: 'notifications.save-device', who: 'member' },
  async (app: App, viewer: Viewer, sessionId: string | undefined, playerId: string): Promise<void> => {
    if (!/^[A-Za-z0-9_-]{8,100}$/.test(playerId))
      throw invalid('onesignal_id', msg('onesignal_id must contain only letters, digits and dashes'));
    const row = {
      onesignal_id: playerId,
      account_id: viewer.id,
      session_id: sessionId ?? null,
      updated_at: app.clock.now(),
    };
    await inTransaction(app, async (app) => {
      if (sessionId !== undefined)
        await app.db
          .deleteFrom('social.push_device')
          .where('session_id', '=', sessionId)
          .where('onesignal_id', '<>', playerId)
          .execute();
      await app.db
        .insertInto('social.push_device')
        .values(row)
        .onConflict((conflict) => conflict.column('onesignal_id').doUpdateSet(row))
        .execute();
    });
  },
);

/** VAPID keys that identify this installation to push services (RFC 8292). */
interface Keys {
  /** The public key in the format browsers expect, base64url. */
  publicKey: string;
  sign(text: string): Buffer;
}

/**
 * Derives the VAPID keys from the installation's key, so all processes share them and no other secret is
 * stored. If that key changes, browsers must subscribe again.
 */
export function vapidKeys({ config }: Pick<App, 'config'>): Keys {
  const d = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'web push', 32));
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: d.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return {
    publicKey: point.toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  };
}

const lifetime = hours(12);
const inJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The authorization header for the push service at `endpoint`. */
export function vapidHeader(app: Pick<App, 'config' | 'clock'>, endpoint: string): string {
  const keys = vapidKeys(app);
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((app.clock.now().getTime() + lifetime) / 1000),
    sub: app.config.plazaUrl,
  };
  const text = `${inJson({ typ: 'JWT', alg: 'ES256' })}.${inJson(claims)}`;
  return `vapid t=${text}.${keys.sign(text).toString('base64url')}, k=${keys.publicKey}`;
}
