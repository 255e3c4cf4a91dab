import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Marks a thread or question as read up to `seenId`. The position never moves back, and an unchanged position
 * is not written. Does not change whether it is followed.
 */
export async function markSeen(app: App, viewer: Viewer, postId: string, seenId: string): Promise<void> {
  await app.db
    .insertInto('social.subscription')
    .values({ account_id: viewer.id, post_id: postId, at: app.clock.now(), seen_id: seenId, is_on: false })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'post_id'])
        .doUpdateSet({ seen_id: seenId })
        .where('social.subscription.seen_id', '<', sql<string>`excluded.seen_id`),
    )
    .execute();
}
