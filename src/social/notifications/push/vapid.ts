import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto';
import { hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

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
