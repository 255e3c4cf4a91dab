import { createHmac, randomBytes } from 'node:crypto';

/** Returns a new secret in the format of the Standard Webhooks specification. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/**
 * Returns the `v1,…` signature of the message id, the time in seconds and the exact body, which receivers can
 * verify.
 */
export function signatureOf(secret: string, message: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64')}`;
}
