import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Unfollows a thread or question. The read position is kept. No-op if not followed. */
export async function unfollow(app: App, viewer: Viewer, postId: string): Promise<void> {
  await app.db
    .updateTable('social.subscription')
    .set({ is_on: false })
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .execute();
}
