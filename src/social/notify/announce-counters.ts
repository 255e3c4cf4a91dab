import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { addLiveEvent } from '../live/add-event.ts';

/** Signals people's open pages that their counters may have changed. */
export const announceCounters = (app: App, ...accountIds: string[]): Promise<void> =>
  addLiveEvent(app, accountIds, 'counters');

/** Signals the people notified of a post or comment that is no longer visible. */
export async function announceCountersAbout(
  app: App,
  { postId, commentId }: { postId?: string; commentId?: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select account_id::text as id from social.notification
    where seen_at is null and post_id = ${postId ?? null}
    union select account_id::text from social.notification
    where seen_at is null and comment_id = ${commentId ?? null}
    union select notification.account_id::text from social.notification_actor as actor
    join social.notification as notification on notification.id = actor.notification_id
    where notification.seen_at is null and actor.comment_id = ${commentId ?? null}
    limit 1000`.execute(app.db);
  await announceCounters(app, ...rows.map(({ id }) => id));
}
