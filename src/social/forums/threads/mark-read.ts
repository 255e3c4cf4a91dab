import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { markSeen } from '../../notifications/thread-subscriptions.ts';
import { getForum } from '../structure/get-forum.ts';
import type { ThreadPage } from './get-thread.ts';

/** Marks one forum or all forums as read. */
export async function markForumsRead(app: App, viewer: Viewer, forumId?: string): Promise<void> {
  if (forumId !== undefined) await getForum(app, forumId);
  await sql`
    insert into social.forum_read (account_id, forum_id, seen_id)
    select ${viewer.id}, id, (select coalesce(max(id), 0) from social.post)
    from social.forum where ${forumId ?? null}::bigint is null or id = ${forumId ?? null}::bigint
    on conflict (account_id, forum_id) do update set seen_id = greatest(forum_read.seen_id, excluded.seen_id)`.execute(
    app.db,
  );
}

/**
 * Marks the posts on a page as read. The last page marks the whole thread, including posts not visible to the
 * viewer.
 */
export async function markPageRead(app: App, viewer: Viewer | undefined, shown: ThreadPage): Promise<void> {
  if (!viewer) return;
  const { thread, replies, page, pages } = shown;
  const ids = [thread.id, ...replies.map(({ post }) => post.id)];
  if (page === pages && thread.lastReplyId !== null) ids.push(thread.lastReplyId);
  const last = ids.map(BigInt).reduce((a, b) => (a > b ? a : b));
  if (last > BigInt(shown.subscription?.seenId ?? '0')) await markSeen(app, viewer, thread.id, String(last));
}
