import { invalid, msg } from '../../kernel/problem.ts';
import { type App, verb } from '../../platform/app.ts';
import { replacePicture, swapPicture } from '../../platform/files/store.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/store.ts';
import type { Crop, PictureDrawing, PictureSource } from '../../platform/pictures.ts';

const rowOf = (id: string): PicturedRow => ({ table: 'identity.account', id });

/**
 * Sets the picture or cover of an account, re-encoded, and removes the previous one. Returns the new path.
 */
export const setPicture = verb(
  { name: 'pictures.set', who: 'member' },
  (
    app,
    accountId: string,
    which: OwnPicture,
    source: PictureSource,
    drawing: PictureDrawing = {},
  ): Promise<string> => replacePicture(app, rowOf(accountId), which, { source, drawing, owner: accountId }),
);

/** Removes the picture or cover. Does nothing if there is none. */
export const deletePicture = verb(
  { name: 'pictures.delete', who: 'member' },
  (app, accountId: string, which: OwnPicture): Promise<void> =>
    swapPicture(app, rowOf(accountId), which, null),
);

/** The URLs of the account's picture and cover, if set. */
export async function getPictures(
  app: Pick<App, 'db' | 'files'>,
  accountId: string,
): Promise<Record<OwnPicture, string | null>> {
  const { picture, cover } = await app.db
    .selectFrom('identity.account')
    .select(['picture', 'cover'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const address = (path: string | null) => (path === null ? null : app.files.address(path));
  return { picture: address(picture), cover: address(cover) };
}

/**
 * Parses `left,top,width,height`, each a fraction of the picture: `0.25,0,0.5,1` is its middle half. Blank
 * means no crop.
 */
export function parseCrop(text: string | undefined, field = 'crop'): Crop | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const parts = text.split(',').map((part) => (/^\s*[\d.]{1,24}\s*$/.test(part) ? Number(part) : NaN));
  const [left = NaN, top = NaN, width = NaN, height = NaN] = parts;
  const fits =
    parts.length === 4 && left < 1 && top < 1 && width > 0 && height > 0 && width <= 1 && height <= 1;
  if (!fits || Number.isNaN(left) || Number.isNaN(top))
    throw invalid(field, msg('A crop must be left,top,width,height, each from 0 to 1'));
  return { left, top, width, height };
}
