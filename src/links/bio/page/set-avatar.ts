import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { removePicture, storePicture } from '../../../platform/pictures.ts';
import { changeBio } from './change-bio.ts';
import { getBio } from './get-bio.ts';

/**
 * Sets the avatar of one of the viewer's pages, re-encoded as a square, or removes it with null. Deletes the
 * previous file.
 */
export async function setAvatar(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  source: Buffer | null,
): Promise<void> {
  await getBio(app, viewer, id);
  const avatar = source && (await storePicture(app, viewer.id, source, 'avatars', 'avatar')).path;
  await changeBio(app, viewer, id, async (app, before) => {
    await app.db.updateTable('links.bio_page').set({ avatar }).where('link_id', '=', id).execute();
    const former = before.avatar;
    // Responses in flight may still reference the old file, and then show no picture.
    if (former !== null) app.afterCommit(() => void removePicture(app, former).catch(() => undefined));
  });
}
