import {
  createCipheriv,
  createDecipheriv,
  hash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Generates an opaque credential: 256 random bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The hash stored instead of a credential. Credentials have full entropy, so a plain hash suffices. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');

/** Compares in time that depends only on the lengths. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** HMAC-SHA256 in lower-case hex. */
export const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

/**
 * Returns the `v1,…` signature of the message id, the time in seconds and the exact body, which receivers can
 * verify, as in Standard Webhooks.
 */
export function webhookSignature(secret: string, message: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Encrypts a secret that must be readable again, such as an app's signing secret: AES-256-GCM, prefixed with
 * nonce and tag.
 */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts the output of `seal`. Throws if the key is wrong or the bytes were changed. */
export function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
