import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import {
  removePicture,
  storePicture,
  type Drawing,
  type Picture,
  type PictureSource,
} from '../../platform/pictures.ts';
import { refuseManaging } from '../access/page-roles.ts';
import { readPage } from './read-page.ts';

/** The square beside its name, or what stands across its top. */
export type PagePicture = 'picture' | 'cover';

/** Gives a page its picture or cover, drawn anew. The former one is removed. */
export async function setPagePicture(
  app: App,
  viewer: Viewer,
  id: string,
  which: PagePicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<void> {
  refuseManaging(await readPage(app, viewer, { id }));
  const stored = await storePicture(
    app,
    viewer.id,
    source,
    which === 'cover' ? 'covers' : 'avatars',
    drawing,
  );
  try {
    await replace(app, id, which, stored);
  } catch (error) {
    await removePicture(app, stored.path);
    throw error;
  }
}

/** Quiet when there is none. */
export async function deletePagePicture(
  app: App,
  viewer: Viewer,
  id: string,
  which: PagePicture,
): Promise<void> {
  refuseManaging(await readPage(app, viewer, { id }));
  await replace(app, id, which, null);
}

async function replace(app: App, id: string, which: PagePicture, next: Picture | null): Promise<void> {
  const former = await inTransaction(app, async ({ db }) => {
    // Two forms at once: each removes what it found, so neither may find what the other is about to replace.
    const { path } = await db
      .selectFrom('social.page')
      .select(`${which} as path`)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const values =
      which === 'cover'
        ? { cover: next?.path ?? null }
        : { picture: next?.path ?? null, picture_small: next?.small ?? null };
    await db.updateTable('social.page').set(values).where('id', '=', id).execute();
    return path;
  });
  if (former === null) return;
  app.afterCommit(() => {
    removePicture(app, former).catch((error: unknown) => {
      app.log.warn({ err: error, path: former }, 'a picture that is used no more could not be removed');
    });
  });
}
