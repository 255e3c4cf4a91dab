import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';

/** Saves a post visible to the viewer for later. Others are not notified. */
export async function savePost(app: App, viewer: Viewer, id: string): Promise<void> {
  await getPostHeader(app, viewer, id);
  await app.db
    .insertInto('social.saved')
    .values({ account_id: viewer.id, post_id: id, saved_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
