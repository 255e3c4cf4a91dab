import { createHmac, randomBytes } from 'node:crypto';

/** A new secret, as the Standard Webhooks specification spells it. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** `v1,…`: what a receiver computes as well, of the message's id, the time in seconds and the body to the byte. */
export function signatureOf(secret: string, message: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64')}`;
}
