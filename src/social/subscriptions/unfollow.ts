import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** The viewer hears no more of it; what they have seen of it stays known. Quiet when they did not follow it. */
export async function unfollow(app: App, viewer: Viewer, postId: string): Promise<void> {
  await app.db
    .updateTable('social.subscription')
    .set({ is_on: false })
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .execute();
}
