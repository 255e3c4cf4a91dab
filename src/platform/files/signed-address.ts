import { createHmac, timingSafeEqual } from 'node:crypto';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';

/**
 * Returns the address of a file that is not public. It works without a session, as apps load pictures, until
 * the end of the next day. It stays the same for a day, so clients can cache the file.
 */
export function signedAddress(app: Pick<App, 'files' | 'config' | 'clock'>, path: string): string {
  const expires = (Math.floor(app.clock.now().getTime() / days(1)) + 2) * days(1);
  const query = new URLSearchParams({ expires: String(expires), signature: sign(app, path, expires) });
  return `${app.files.address(path)}?${query}`;
}

/** Whether the query of a request is that of an unexpired signed address of the file. */
export function isSigned(app: Pick<App, 'config' | 'clock'>, path: string, query: unknown): boolean {
  const { expires, signature } = query as Partial<Record<string, unknown>>;
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{13}$/.test(expires)) return false;
  if (Number(expires) < app.clock.now().getTime()) return false;
  const expected = Buffer.from(sign(app, path, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const sign = ({ config }: Pick<App, 'config'>, path: string, expires: number): string =>
  createHmac('sha256', config.secretKey).update(`file address\n${path}\n${expires}`).digest('base64url');
