import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import type { Bio } from './bio.ts';
import { changeBio } from './change-bio.ts';

/** Soft-deletes one of the viewer's pages. Its address then returns 404. `restoreBio` undoes this. */
export async function deleteBio(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Bio> {
  return changeBio(app, viewer, id, async (app, bio) => {
    await app.db
      .updateTable('links.link')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await publishLinkChange(app, bio);
    return bio;
  });
}
