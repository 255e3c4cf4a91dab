import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { removePicture, storePicture, type PictureSource } from '../../../platform/pictures.ts';
import { requireMember } from '../conversations/require-member.ts';
import { addMessage } from '../messages/add-message.ts';
import { lockGroup } from './change-group.ts';

/** Sets the picture of a group, re-encoded. Every member may. Deletes the previous file. */
export async function setGroupPicture(
  app: App,
  viewer: Viewer,
  id: string,
  source: PictureSource,
): Promise<void> {
  await requireMember(app, viewer, id);
  const { path } = await storePicture(app, viewer.id, source, 'avatars', 'picture');
  try {
    await swap(app, viewer, id, path);
  } catch (error) {
    await removePicture(app, path);
    throw error;
  }
}

/** Removes the picture of a group. Does nothing if there is none. */
export const deleteGroupPicture = (app: App, viewer: Viewer, id: string): Promise<void> =>
  swap(app, viewer, id, null);

async function swap(app: App, viewer: Viewer, id: string, next: string | null): Promise<void> {
  const former = await inTransaction(app, async (app) => {
    await lockGroup(app, viewer, id);
    const { picture_path } = await app.db
      .selectFrom('social.conversation')
      .where('id', '=', id)
      .select('picture_path')
      .executeTakeFirstOrThrow();
    if (picture_path === next) return null;
    await app.db
      .updateTable('social.conversation')
      .set({ picture_path: next })
      .where('id', '=', id)
      .execute();
    const text = next === null ? 'removed' : '';
    await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'pictured', text });
    return picture_path;
  });
  if (former === null) return;
  app.afterCommit(() => {
    removePicture(app, former).catch((error: unknown) => {
      app.log.warn({ err: error, path: former }, 'the former picture of a group could not be deleted');
    });
  });
}
