import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { TallyChange } from './tally.ts';

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
export async function countInForum(app: App, { id, threadId, n }: Counted): Promise<TallyChange[]> {
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
  // A thread is not solved while its solution is hidden.
  await app.db
    .updateTable('social.thread')
    .set({ solved_at: n === 1 ? sql.ref<Date>('solution_at') : null })
    .where('post_id', '=', threadId)
    .where('solution_id', '=', id)
    .execute();
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
    .select(['thread.solution_id', 'thread.solution_by', 'thread.solved_at'])
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

/** Conditions on the thread's first post `head`, and on `reply` and its `head`. */
interface Which {
  threads: RawBuilder<boolean>;
  replies: RawBuilder<boolean>;
}

const isOpen = (post: 'head' | 'reply') =>
  sql<boolean>`${sql.ref(`${post}.deleted_at`)} is null and ${sql.ref(`${post}.held_at`)} is null`;

/** A thread and its visible replies, whether or not the thread is visible. */
export const wholeThread = (threadId: string): Which => ({
  threads: sql`head.id = ${threadId}`,
  replies: sql`head.id = ${threadId} and ${isOpen('reply')}`,
});

/** Replies of visible threads, whether or not the replies are visible. */
export const repliesOf = (ids: readonly string[]): Which => ({
  threads: sql`false`,
  replies: sql`reply.id = any(${ids}::bigint[]) and ${isOpen('head')}`,
});

/** All visible threads and replies that are hidden together with an account. */
const allOfAuthor = (accountId: string): Which => ({
  threads: sql`head.author_id = ${accountId} and ${isOpen('head')}`,
  replies: sql`${isOpen('reply')} and ${isOpen('head')} and reply.id in (
    select id from social.post where author_id = ${accountId} and kind = 'reply'
    union all select below.id from social.post as started join social.post as below on below.parent_id = started.id
      where started.author_id = ${accountId} and started.kind = 'thread')`,
});

/** Visible threads, with the visible replies of all but one account. */
export const threadsWithout = (threadIds: readonly string[], accountId: string): Which => ({
  threads: sql`head.id = any(${threadIds}::bigint[]) and ${isOpen('head')}`,
  replies: sql`head.id = any(${threadIds}::bigint[]) and ${isOpen('head')} and ${isOpen('reply')}
    and reply.author_id <> ${accountId}`,
});

/**
 * Adds threads and replies to the counters per author and forum, or subtracts them. Before a change of
 * authors, threads or forums, subtract what changes, and add it afterwards. In a transaction that also changes
 * other counters, change those first to avoid deadlocks.
 */
export async function countForumAuthors(
  { db }: Pick<App, 'db'>,
  which: Which,
  n: 1 | -1,
): Promise<{ author_id: string; other_id: string }[]> {
  const { rows } = await sql<{ author_id: string; other_id: string }>`
    with thread as materialized (
      select head.author_id, thread.forum_id from social.thread as thread join social.post as head on head.id = thread.post_id
      where ${which.threads}
    ), reply as materialized (
      select head.author_id as starter_id, reply.author_id, thread.forum_id
      from social.post as reply join social.post as head on head.id = reply.parent_id
      join social.thread as thread on thread.post_id = head.id
      where reply.kind = 'reply' and ${which.replies}
    )
    insert into social.forum_author (author_id, other_id, forum_id, threads, replies)
    select author_id, other_id, forum_id, ${n}::integer * sum(threads), ${n}::integer * sum(replies) from (
      select author_id, 0 as other_id, forum_id, 1 as threads, 0 as replies from thread
      union all select starter_id, 0, forum_id, 0, 1 from reply
      union all select author_id, 0, forum_id, 0, 1 from reply where author_id <> starter_id
      union all select starter_id, author_id, forum_id, 0, 1 from reply where author_id <> starter_id
    ) as counted
    group by author_id, other_id, forum_id order by author_id, other_id, forum_id
    on conflict (author_id, other_id, forum_id) do update set
      threads = social.forum_author.threads + excluded.threads,
      replies = social.forum_author.replies + excluded.replies
    returning author_id::text, other_id::text`.execute(db);
  return rows;
}

/** Moves the counters of all authors in a forum to another one. */
export async function moveForumAuthors({ db }: Pick<App, 'db'>, from: string, to: string): Promise<void> {
  await sql`
    with moved as (
      delete from social.forum_author where forum_id = ${from} returning author_id, other_id, threads, replies
    )
    insert into social.forum_author (author_id, other_id, forum_id, threads, replies)
    select author_id, other_id, ${to}, threads, replies from moved order by author_id, other_id
    on conflict (author_id, other_id, forum_id) do update set
      threads = social.forum_author.threads + excluded.threads,
      replies = social.forum_author.replies + excluded.replies`.execute(db);
}

/** Subtracts what is hidden together with an account being deleted, and deletes its counters. */
export async function removeForumAuthor(app: Pick<App, 'db'>, accountId: string): Promise<void> {
  const changed = await countForumAuthors(app, allOfAuthor(accountId), -1);
  const starters = changed.filter(({ other_id }) => other_id === accountId).map(({ author_id }) => author_id);
  await app.db
    .deleteFrom('social.forum_author')
    .where((eb) =>
      eb.or([
        eb('author_id', '=', accountId),
        eb.and([
          eb('author_id', '=', sql<string>`any(${starters}::bigint[])`),
          eb('other_id', '=', accountId),
        ]),
      ]),
    )
    .execute();
}

/**
 * Updates the counters of a question for an answer that became visible or hidden. A question is not solved
 * while its accepted answer is hidden.
 */
export async function countAnswer(
  app: Pick<App, 'db' | 'clock'>,
  answer: { id: string; questionId: string },
  n: 1 | -1,
): Promise<void> {
  const { id, questionId } = answer;
  await app.db
    .updateTable('social.question')
    .set({
      answers: sql<number>`answers + ${n}`,
      solved_at: sql<Date | null>`case when accepted_id = ${id}
        then ${n === 1 ? sql.ref('accepted_at') : sql`null::timestamptz`} else solved_at end`,
      ...(n === 1 && { active_at: app.clock.now() }),
    })
    .where('post_id', '=', questionId)
    .execute();
}
