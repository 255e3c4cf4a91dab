import { msg, invalid } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { FileLimits, Upload } from '../../platform/http/endpoint.ts';
import { largestPicture, removeUnused, storePicture, type PictureKind } from '../../platform/pictures.ts';

/** A custom picture: uploaded (a path in the file store) or external (an https URL). */
export type DesignPicture = string;

/** Upload limits of forms with a picture in each of these fields. */
export const pictureLimits = (...fields: string[]): FileLimits => ({
  fields,
  max: fields.length,
  bytes: largestPicture,
});

interface PictureInput {
  /** External URL. Blank: none. */
  address: string | undefined;
  file: Upload | undefined;
  /** Removes the current picture. */
  remove: boolean;
}

/**
 * Returns the picture after a form submission: a file wins over a URL, and without either the current one
 * stays.
 */
export async function parsePicture(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { field, kind, present }: { field: string; kind: PictureKind; present: DesignPicture | null },
  { address = '', file, remove }: PictureInput,
): Promise<DesignPicture | null> {
  if (file) return (await storePicture(app, viewer.id, file.body, kind, field)).path;
  if (remove) return null;
  if (address.trim() !== '') return parseAddress(`${field}_address`, address.trim());
  return present !== null && isExternal(present) ? null : present;
}

function parseAddress(field: string, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 2000)
    throw invalid(field, msg('Image URLs must start with https:// and have at most 2,000 characters'));
  return url.href;
}

export const isExternal = (picture: DesignPicture): boolean => picture.startsWith('https://');

export const pictureAddress = (app: Pick<App, 'files'>, picture: DesignPicture): string =>
  isExternal(picture) ? picture : app.files.address(picture);

/** Removes replaced uploads after the transaction commits. */
export function removeReplaced(
  app: Pick<App, 'files' | 'afterCommit' | 'log'>,
  before: readonly (DesignPicture | null)[],
  after: readonly (DesignPicture | null)[],
): void {
  const replaced = before.filter((each) => each !== null && !isExternal(each) && !after.includes(each));
  removeUnused(app, ...(replaced as string[]));
}
