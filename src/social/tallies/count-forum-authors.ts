import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';

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
