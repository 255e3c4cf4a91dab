import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { days } from '../../kernel/time.ts';
import type { App } from '../app.ts';

/**
 * Types that are stored with their own extension. All others become `.bin`. None of them can run scripts in a
 * browser (SVG and HTML are excluded on purpose).
 */
const typeByExtension: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  weba: 'audio/webm',
  wav: 'audio/wav',
  aac: 'audio/aac',
  flac: 'audio/flac',
  amr: 'audio/amr',
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  bin: 'application/octet-stream',
};

export const typeOfPath = (path: string) =>
  typeByExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

const extensionOf = (type: string) => {
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    Object.keys(typeByExtension).find((known) => typeByExtension[known]?.split(';')[0] === plain) ?? 'bin'
  );
};

/** Returns a new unguessable path, such as `photos/2026/09/5f0c….webp`. `folder` is a constant. */
export function newPath(folder: string, type: string, now: Date): string {
  const [year, month] = now.toISOString().split('-');
  return `${folder}/${year ?? ''}/${month ?? ''}/${randomBytes(16).toString('hex')}.${extensionOf(type)}`;
}

/** Matches the paths from `newPath` within other text, in PostgreSQL and JavaScript. Older names have 26 digits. */
export const pathPattern = '[a-z]+/[0-9]{4}/[0-9]{2}/[0-9a-f]{26}(?:[0-9a-f]{6})?(?:-small)?\\.[a-z0-9]+';

const shape = /^[a-z0-9]+(\/[a-z0-9][a-z0-9-]*)+\.[a-z0-9]{2,5}$/;

/**
 * Whether `newPath` could have created the path. The only dot is that of the extension, so it cannot leave
 * its folder.
 */
export const isPath = (path: string) => path.length <= 200 && shape.test(path);

/** Throws for a path or type that no internal caller should pass. */
export function checkPath(path: string, type: string): void {
  if (!isPath(path)) throw new Error(`Not a path for a stored file: ${path}`);
  if (!path.endsWith(`.${extensionOf(type)}`))
    throw new Error(`A file of type ${type} cannot be stored as ${path}`);
}

/** The name of a signed file: its own, the viewer, the day it expires, the signature, and the extension that apps expect. */
const signedName = /^(.+)\.(\d{1,19})-(\d{5,6})\.([\w-]{43})(\.\w+)$/;

/** Whom an address was given to. Undefined: a visitor without an account. */
type Reader = Readonly<{ id: string }> | undefined;

/**
 * Returns the address of a file that is not public, for one viewer. It works without a session, as apps load
 * pictures, until the end of the next day, and as long as the viewer can see the file. It stays the same for a day, so
 * clients can cache the file.
 */
export function signedAddress(
  app: Pick<App, 'files' | 'config' | 'clock'>,
  path: string,
  viewer: Reader,
): string {
  const day = Math.floor(app.clock.now().getTime() / days(1)) + 2;
  const terms = `${viewer?.id ?? 0}-${day}`;
  const end = path.lastIndexOf('.');
  return app.files.address(`${path.slice(0, end)}.${terms}.${sign(app, path, terms)}${path.slice(end)}`);
}

/** Returns the path behind a signed one and its viewer, or undefined if that is not signed, changed or expired. */
export function verifySigned(
  app: Pick<App, 'config' | 'clock'>,
  signed: string,
): { path: string; viewerId: string | undefined } | undefined {
  const [, name = '', viewerId = '', day = '', signature = '', extension = ''] =
    signedName.exec(signed) ?? [];
  if (name === '' || Number(day) * days(1) < app.clock.now().getTime()) return undefined;
  const path = name + extension;
  const expected = Buffer.from(sign(app, path, `${viewerId}-${day}`));
  if (!timingSafeEqual(Buffer.from(signature), expected)) return undefined;
  return { path, viewerId: viewerId === '0' ? undefined : viewerId };
}

/** Returns the path of a file, from one that may be signed. */
export const withoutSignature = (path: string): string => path.replace(signedName, '$1$5');

const sign = ({ config }: Pick<App, 'config'>, path: string, terms: string): string =>
  createHmac('sha256', config.secretKey).update(`file address\n${path}\n${terms}`).digest('base64url');
