import { Secret, TOTP } from 'otpauth';

const period = 30;

/** A new secret for an app that makes codes: base32, as such apps take it. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The content of the QR code: the secret and the account's label. */
export const setupAddress = (secret: string, issuer: string, account: string) =>
  new TOTP({ issuer, label: account, secret, period }).toString();

/** The step that a code belongs to, now or one step before or after; undefined when it is of none of these. */
export function stepOf(secret: string, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({
    token: code.replace(/\s/g, ''),
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1000 / period) + delta);
}

/** The code of a moment: for tests, which have no phone. */
export const codeAt = (secret: string, now: Date) =>
  new TOTP({ secret, period }).generate({ timestamp: now.getTime() });
