import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Change } from './tally.ts';

interface Counted {
  /** The thread itself, or a reply. */
  id: string;
  threadId: string;
  n: 1 | -1;
}

/**
 * Returns the counter changes of a forum for a thread or reply that became visible or hidden. Updates the
 * last reply of the thread. A thread that is not stored yet is counted by the caller.
 */
export async function countInForum(app: App, { id, threadId, n }: Counted): Promise<Change[]> {
  const thread = await lockThread(app, threadId);
  if (!thread) return [];
  const forum = { subject: 'forum', id: thread.forum_id, by: threadId } as const;
  if (id === threadId) {
    const replies = await countReplies(app, threadId);
    return [
      { ...forum, kind: 'threads', n },
      ...(replies === 0 ? [] : [{ ...forum, kind: 'replies', n: n * replies } as const]),
    ];
  }
  await refreshThread(app, threadId);
  // Replies of a hidden thread are already excluded from the forum's count.
  return thread.is_open ? [{ ...forum, kind: 'replies', n }] : [];
}

/** Locks a thread so that it cannot move while it is counted. If posts are locked too, lock them first. */
export const lockThread = ({ db }: Pick<App, 'db'>, threadId: string) =>
  db
    .selectFrom('social.thread as thread')
    .innerJoin('social.post as post', 'post.id', 'thread.post_id')
    .where('thread.post_id', '=', threadId)
    .select(['thread.forum_id', 'thread.places', 'thread.last_reply_id'])
    .select(sql<boolean>`(post.deleted_at is null and post.held_at is null)`.as('is_open'))
    .forNoKeyUpdate('thread')
    .executeTakeFirst();

/** Updates the last visible reply of a thread. */
export async function refreshThread({ db }: Pick<App, 'db'>, threadId: string): Promise<void> {
  await sql`
    update social.thread set last_reply_id = last.id, last_at = coalesce(last.created_at, first.created_at)
    from social.post as first left join lateral (
      select id, created_at from social.post
      where parent_id = first.id and deleted_at is null and held_at is null
      order by id desc limit 1
    ) as last on true
    where first.id = thread.post_id and thread.post_id = ${threadId}
    and thread.last_reply_id is distinct from last.id`.execute(db);
}

/** Returns the number of visible replies in a thread. */
export async function countReplies({ db }: Pick<App, 'db'>, threadId: string): Promise<number> {
  const { n } = await db
    .selectFrom('social.tally')
    .where('subject', '=', 'post')
    .where('subject_id', '=', threadId)
    .where('kind', '=', 'replies')
    .select(sql<number>`coalesce(sum(n), 0)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
