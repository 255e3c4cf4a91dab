import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * The viewer has read what is below a thread or a question up to `seenId`. Never goes back, and writes nothing where
 * that is known; whether they follow it stays as it was.
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
