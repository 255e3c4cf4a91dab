import type { App } from '../../platform/app.ts';
import type { Drawing, PictureSource } from '../../platform/pictures.ts';
import { replacePicture, swapPicture } from '../../platform/files/replace-picture.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/replace-picture.ts';

const rowOf = (id: string): PicturedRow => ({ table: 'identity.account', id });

/** Gives an account its picture or cover, drawn anew. The former one is removed. Returns the new one's path. */
export const setPicture = (
  app: App,
  accountId: string,
  which: OwnPicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<string> => replacePicture(app, rowOf(accountId), which, { source, drawing, owner: accountId });

/** Takes the picture or cover away; quiet when there is none. */
export const deletePicture = (app: App, accountId: string, which: OwnPicture): Promise<void> =>
  swapPicture(app, rowOf(accountId), which, null);

/** The two addresses at which the picture and the cover of an account are, if it has them. */
export async function readPictures(
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
