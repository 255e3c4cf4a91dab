import { Secret, TOTP } from 'otpauth';

const period = 30;

/** Generates a secret for authenticator apps, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The content of the setup QR code: the secret and the account's label. */
export const setupAddress = (secret: string, issuer: string, account: string) =>
  new TOTP({ issuer, label: account, secret, period }).toString();

/**
 * The time step that a code belongs to, if it is the current step or one before or after. Undefined
 * otherwise.
 */
export function stepOf(secret: string, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({
    token: code.replace(/\s/g, ''),
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1000 / period) + delta);
}

/** The code at a point in time. For tests. */
export const codeAt = (secret: string, now: Date) =>
  new TOTP({ secret, period }).generate({ timestamp: now.getTime() });
