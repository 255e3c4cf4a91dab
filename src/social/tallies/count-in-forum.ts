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
 * What a thread or a reply that others see from now on, or see no more, changes in the counts of its forum. Sets anew
 * what its thread knows of its last reply. A thread that is not stored yet is counted by who begins it.
 */
export async function countInForum(app: App, { id, threadId, n }: Counted): Promise<Change[]> {
  const thread = await holdThread(app, threadId);
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
  // Replies in a thread that nobody sees went out of the forum's count with it.
  return thread.is_open ? [{ ...forum, kind: 'replies', n }] : [];
}

/** Holds a thread, so that it stays where it is while it is counted. Lock posts first where both are locked. */
export const holdThread = ({ db }: Pick<App, 'db'>, threadId: string) =>
  db
    .selectFrom('social.thread as thread')
    .innerJoin('social.post as post', 'post.id', 'thread.post_id')
    .where('thread.post_id', '=', threadId)
    .select(['thread.forum_id', 'thread.places', 'thread.last_reply_id'])
    .select(sql<boolean>`(post.deleted_at is null and post.held_at is null)`.as('is_open'))
    .forNoKeyUpdate('thread')
    .executeTakeFirst();

/** Says anew which reply is the last that is there for all. */
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

/** How many replies a thread has that are there for all. */
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
