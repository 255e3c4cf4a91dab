import type { App } from '../../platform/app.ts';
import type { Drawing, PictureSource } from '../../platform/pictures.ts';
import { replacePicture, swapPicture } from '../../platform/files/replace-picture.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/replace-picture.ts';

const rowOf = (id: string): PicturedRow => ({ table: 'identity.account', id });

/**
 * Sets the picture or cover of an account, re-encoded, and removes the previous one. Returns the new path.
 */
export const setPicture = (
  app: App,
  accountId: string,
  which: OwnPicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<string> => replacePicture(app, rowOf(accountId), which, { source, drawing, owner: accountId });

/** Removes the picture or cover. Does nothing if there is none. */
export const deletePicture = (app: App, accountId: string, which: OwnPicture): Promise<void> =>
  swapPicture(app, rowOf(accountId), which, null);

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
