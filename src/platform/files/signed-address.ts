import { createHmac, timingSafeEqual } from 'node:crypto';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';

/** The name of a signed file: its own, the day it expires, the signature, and the extension that apps expect. */
const signedName = /^(.+)\.(\d{5,6})\.([\w-]{43})(\.\w+)$/;

/**
 * Returns the address of a file that is not public. It works without a session, as apps load pictures, until
 * the end of the next day. It stays the same for a day, so clients can cache the file.
 */
export function signedAddress(app: Pick<App, 'files' | 'config' | 'clock'>, path: string): string {
  const day = Math.floor(app.clock.now().getTime() / days(1)) + 2;
  const end = path.lastIndexOf('.');
  return app.files.address(`${path.slice(0, end)}.${day}.${sign(app, path, day)}${path.slice(end)}`);
}

/** Returns the path behind a signed one, or undefined if that is not signed, changed or expired. */
export function verifySigned(app: Pick<App, 'config' | 'clock'>, signed: string): string | undefined {
  const [, name = '', day = '', signature = '', extension = ''] = signedName.exec(signed) ?? [];
  if (name === '' || Number(day) * days(1) < app.clock.now().getTime()) return undefined;
  const path = name + extension;
  const expected = Buffer.from(sign(app, path, Number(day)));
  return timingSafeEqual(Buffer.from(signature), expected) ? path : undefined;
}

/** Returns the path of a file, from one that may be signed. */
export const withoutSignature = (path: string): string => path.replace(signedName, '$1$4');

const sign = ({ config }: Pick<App, 'config'>, path: string, day: number): string =>
  createHmac('sha256', config.secretKey).update(`file address\n${path}\n${day}`).digest('base64url');
