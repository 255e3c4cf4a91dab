import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { removePicture, storePicture } from '../../../platform/pictures.ts';
import { changeBio } from './change-bio.ts';
import { readBio } from './read-bio.ts';

/** Gives a page of the viewer's a picture, drawn anew as a square; null takes it away. The former one is deleted. */
export async function setAvatar(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  source: Buffer | null,
): Promise<void> {
  await readBio(app, viewer, id);
  const avatar = source && (await storePicture(app, viewer.id, source, 'avatars', 'avatar')).path;
  await changeBio(app, viewer, id, async (app, before) => {
    await app.db.updateTable('links.bio_page').set({ avatar }).where('link_id', '=', id).execute();
    const former = before.avatar;
    // Pages on their way to somebody may still name it, and show none in its place.
    if (former !== null) app.afterCommit(() => void removePicture(app, former).catch(() => undefined));
  });
}
