import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { changeBio } from './change-bio.ts';

/** Enables or disables one of the viewer's pages. */
export async function publishBio(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  isPublished: boolean,
): Promise<void> {
  await changeBio(app, viewer, id, async (app, bio) => {
    await app.db
      .updateTable('links.link')
      .set({ disabled_at: isPublished ? null : app.clock.now() })
      .where('id', '=', id)
      .execute();
    await publishLinkChange(app, bio);
  });
}
