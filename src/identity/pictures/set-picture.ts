import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import {
  removePicture,
  storePicture,
  type Drawing,
  type Picture,
  type PictureKind,
  type PictureSource,
} from '../../platform/pictures.ts';

/** The small square beside a name, or what stands across the top of a page. */
export type OwnPicture = 'picture' | 'cover';

const kindOf = { picture: 'avatars', cover: 'covers' } as const satisfies Record<OwnPicture, PictureKind>;

/** Gives an account its picture or cover, drawn anew. The former one is removed. Returns the new one's path. */
export async function setPicture(
  app: App,
  accountId: string,
  which: OwnPicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<string> {
  const stored = await storePicture(app, accountId, source, kindOf[which], drawing);
  try {
    await replace(app, accountId, which, stored);
  } catch (error) {
    await removePicture(app, stored.path);
    throw error;
  }
  return stored.path;
}

/** Takes the picture or cover away; quiet when there is none. */
export const deletePicture = (app: App, accountId: string, which: OwnPicture): Promise<void> =>
  replace(app, accountId, which, null);

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

async function replace(app: App, accountId: string, which: OwnPicture, next: Picture | null): Promise<void> {
  const former = await inTransaction(app, async ({ db }) => {
    // Two forms at once: each removes what it found, so neither may find what the other is about to replace.
    const { path } = await db
      .selectFrom('identity.account')
      .select(`${which} as path`)
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const values =
      which === 'cover'
        ? { cover: next?.path ?? null }
        : { picture: next?.path ?? null, picture_small: next?.small ?? null };
    await db.updateTable('identity.account').set(values).where('id', '=', accountId).execute();
    return path;
  });
  if (former === null) return;
  app.afterCommit(() => {
    removePicture(app, former).catch((error: unknown) => {
      app.log.warn({ err: error, path: former }, 'a picture that is used no more could not be removed');
    });
  });
}
