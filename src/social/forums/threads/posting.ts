import { sql } from 'kysely';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { type App, verb, perAccount, type Viewer } from '../../../platform/app.ts';
import {
  ensureFollowing,
  markThreadSeen,
  notifySubscribers,
} from '../../notifications/thread-subscriptions.ts';
import type { NewPaywall } from '../../posts/paywall.ts';
import { publishPost } from '../../posts/publishing.ts';
import { getPost, getPosts } from '../../posts/reading/get-posts.ts';
import { countForumAuthors, wholeThread } from '../../tallies/posts.ts';
import { tally } from '../../tallies/tally.ts';
import { getForum } from '../forum.ts';
import type { ThreadPage } from './get-thread.ts';
import { findThread } from './thread.ts';
import { minutes } from '../../../kernel/time.ts';

interface NewThread {
  forumId: string;
  title: string;
  /** Markdown. */
  text: string;
  /** Follow the thread. */
  follows: boolean;
  /** Paywall settings, if the content is sold. */
  paywall?: NewPaywall | undefined;
}

/** Starts a thread in a forum that is not archived. Returns its id. */
export const startThread = verb(
  { name: 'forums.start-thread', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, given: NewThread): Promise<string> => {
    const { forumId, title, text, follows, paywall } = given;
    const forum = await getForum(app, forumId);
    if (forum.archivedAt)
      throw new Problem('conflict', msg('{title} is archived and read-only', { title: forum.title }));
    const post = { kind: 'thread', title, text, privacy: 'public', photos: [], paywall } as const;
    return publishPost(app, author, post, async (app, id, heldAt) => {
      await app.db
        .insertInto('social.thread')
        .values({ post_id: id, forum_id: forumId, last_at: app.clock.now() })
        .execute();
      // Held posts are counted once approved.
      if (!heldAt) {
        await tally(app, [{ subject: 'forum', id: forumId, kind: 'threads', by: id, n: 1 }]);
        await countForumAuthors(app, wholeThread(id), 1);
      }
      if (follows) await ensureFollowing(app, author, id);
      await markThreadSeen(app, author, id, id);
    });
  },
);

interface NewReply {
  threadId: string;
  /** Markdown. */
  text: string;
  /** The post being quoted: the thread's first post, or a reply in it. */
  quoteId?: string | undefined;
  /** Follow the thread. False does not unfollow it. */
  follows: boolean;
}

/** Replies to an open thread that is visible to the viewer. Returns the reply's id. */
export const addReply = verb(
  { name: 'forums.reply', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, given: NewReply): Promise<string> => {
    const { threadId, text, quoteId, follows } = given;
    await refuseClosed(app, author, threadId);
    if (quoteId !== undefined) await refuseForeignQuote(app, author, threadId, quoteId);
    const post = {
      kind: 'reply',
      text,
      privacy: 'public',
      photos: [],
      parentId: threadId,
      quoteId,
    } as const;
    return publishPost(app, author, post, async (app, id, heldAt) => {
      const { places } = await app.db
        .updateTable('social.thread')
        .set({ places: sql<number>`places + 1` })
        .where('post_id', '=', threadId)
        .returning('places')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('social.reply')
        .values({ post_id: id, thread_id: threadId, place: places })
        .execute();
      if (follows) await ensureFollowing(app, author, threadId);
      await markThreadSeen(app, author, threadId, id);
      if (!heldAt)
        await notifySubscribers(app, { kind: 'thread', postId: threadId, replyId: id, by: author.id });
    });
  },
);

/** Throws unless the viewer can post in the thread. */
async function refuseClosed(app: App, viewer: Viewer, threadId: string): Promise<void> {
  const post = await getPost(app, viewer, threadId);
  const thread = await findThread(app, threadId);
  if (!thread) throw missing(msg('Thread'));
  if (post.paywall && !post.paywall.isOpen)
    throw new Problem('forbidden', msg('Only people who can read the whole thread can reply to it'));
  if (post.lockedAt) throw new Problem('conflict', msg('This thread is closed to new replies'));
  const forum = await getForum(app, thread.forumId);
  if (forum.archivedAt) throw new Problem('conflict', msg('{title} is archived', { title: forum.title }));
}

async function refuseForeignQuote(
  app: App,
  viewer: Viewer,
  threadId: string,
  quoteId: string,
): Promise<void> {
  const [quoted] = await getPosts(app, viewer, [quoteId]);
  if (!quoted || (quoted.parentId ?? quoted.id) !== threadId)
    throw invalid('quote_id', msg('You can only quote from this thread'));
}

/** Marks one forum or all forums as read. */
export const markForumsRead = verb(
  { name: 'forums.read', who: 'member' },
  async (app, viewer: Viewer, forumId?: string) => {
    if (forumId !== undefined) await getForum(app, forumId);
    await sql`
    insert into social.forum_read (account_id, forum_id, seen_id)
    select ${viewer.id}, id, (select coalesce(max(id), 0) from social.post)
    from social.forum where ${forumId ?? null}::bigint is null or id = ${forumId ?? null}::bigint
    on conflict (account_id, forum_id) do update set seen_id = greatest(forum_read.seen_id, excluded.seen_id)`.execute(
      app.db,
    );
  },
);

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
  if (last > BigInt(shown.subscription?.seenId ?? '0'))
    await markThreadSeen(app, viewer, thread.id, String(last));
}

/**
 * Subtracts the threads and replies of an account being deleted from the counters of forums and others'
 * threads.
 */
export async function decrementThreadCounts({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select subject, id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select 'post' as subject, parent_id as id, 'replies' as kind from social.post
        where author_id = ${accountId} and kind = 'reply' and deleted_at is null and held_at is null
      union all
      select 'forum', thread.forum_id, 'replies' from social.post as reply
        join social.thread on thread.post_id = reply.parent_id join social.post as above on above.id = reply.parent_id
        where reply.author_id = ${accountId} and reply.deleted_at is null and reply.held_at is null
        and above.deleted_at is null and above.held_at is null
      union all
      select 'forum', thread.forum_id, 'threads' from social.post
        join social.thread on thread.post_id = post.id
        where author_id = ${accountId} and deleted_at is null and held_at is null
    ) as gone
    group by subject, id, kind
    order by subject, id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await sql`update social.thread set solved_at = null from social.post as solution
    where solution.author_id = ${accountId} and solution.id = thread.solution_id`.execute(db);
  await sql`
    update social.thread set last_reply_id = last.id, last_at = coalesce(last.created_at, first.created_at)
    from social.post as gone, social.post as first left join lateral (
      select id, created_at from social.post
      where parent_id = first.id and author_id <> ${accountId} and deleted_at is null and held_at is null
      order by id desc limit 1
    ) as last on true
    where gone.author_id = ${accountId} and gone.id = thread.last_reply_id and first.id = thread.post_id`.execute(
    db,
  );
}
