import { sql } from 'kysely';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import {
  countForumAuthors,
  countReplies,
  refreshThread,
  repliesOf,
  wholeThread,
} from '../../tallies/posts.ts';
import { tally } from '../../tallies/tally.ts';
import {
  asModerator,
  checkThreadTitle,
  type LockedThread,
  lockPosts,
  lockThreadForModerator,
  notifyInThread,
} from './as-moderator.ts';

interface Split {
  title: string;
  /** The first reply becomes the start of the new thread. */
  replyIds: readonly string[];
  /** Whether all later replies move too. */
  andAfter: boolean;
}

/**
 * Splits replies of a thread into a new thread in the same forum. Returns its id, which is that of the first
 * reply.
 */
export async function splitThread(app: App, viewer: Viewer, id: string, given: Split): Promise<string> {
  const title = checkThreadTitle(given.title);
  if (given.replyIds.length === 0) throw invalid('reply_ids', msg('Choose at least one reply'));
  return inTransaction(app, async (app) => {
    const chosen = await choose(app, id, given);
    return asModerator(app, viewer, id, (app, thread) =>
      split(app, viewer, { id, title, chosen, given, thread }),
    );
  });
}

interface Parts {
  id: string;
  title: string;
  /** The ids of the replies to move, oldest first. */
  chosen: readonly string[];
  given: Split;
  thread: LockedThread;
}

async function split(app: App, viewer: Viewer, { id, title, chosen, given, thread }: Parts): Promise<string> {
  const [first] = chosen;
  if (!first || given.replyIds.some((each) => !chosen.includes(each)))
    throw invalid('reply_ids', msg('Choose published replies of this thread'));
  if (thread.post.paywall) throw new Problem('conflict', msg('A paid thread cannot be split'));
  const others = chosen.slice(1);
  await tally(app, [
    { subject: 'post', id, kind: 'replies', by: first, n: -chosen.length },
    { subject: 'post', id: first, kind: 'replies', by: first, n: others.length },
    { subject: 'forum', id: thread.forumId, kind: 'threads', by: first, n: 1 },
    // Replies of a hidden thread were not counted. In the new thread they are.
    {
      subject: 'forum',
      id: thread.forumId,
      kind: 'replies',
      by: first,
      n: thread.isOpen ? -1 : others.length,
    },
    { subject: 'person', id: await getAuthor(app, first), kind: 'posts', by: first, n: 1 },
  ]);
  await countForumAuthors(app, repliesOf(chosen), -1);
  await startFromReply(app, first, title, thread.forumId);
  if (others.length > 0) await carry(app, others, first);
  await countForumAuthors(app, wholeThread(first), 1);
  await numberReplies(app, id);
  await numberReplies(app, first);
  await copySubscriptions(app, id, first);
  await notifyInThread(app, viewer, id, { kind: 'split', otherId: first });
  await notifyInThread(app, viewer, first, { kind: 'from', otherId: id });
  await addAuditEntry(app, viewer.id, 'thread.split', `post ${id}`, `→ post ${first}`);
  return first;
}

/** Locks the replies to move and returns their ids, oldest first. Held and removed replies stay behind. */
function choose(app: App, id: string, { replyIds, andAfter }: Split): Promise<string[]> {
  const last = sql<string>`(select max(chosen) from unnest(${replyIds}::bigint[]) as chosen)`;
  return lockPosts(app, (post) =>
    post.and([
      post('parent_id', '=', id),
      post('deleted_at', 'is', null),
      post('held_at', 'is', null),
      post.or([
        post('id', '=', sql<string>`any(${replyIds}::bigint[])`),
        ...(andAfter ? [post('id', '>', last)] : []),
      ]),
    ]),
  );
}

async function getAuthor({ db }: App, id: string): Promise<string> {
  const post = await db
    .selectFrom('social.post')
    .where('id', '=', id)
    .select('author_id')
    .executeTakeFirstOrThrow();
  return post.author_id;
}

/** Turns a reply into the start of a thread. */
async function startFromReply(app: App, id: string, title: string, forumId: string): Promise<void> {
  await app.db.deleteFrom('social.reply').where('post_id', '=', id).execute();
  const { created_at } = await app.db
    .updateTable('social.post')
    .set({ kind: 'thread', parent_id: null, title, quote_id: null })
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('social.thread')
    .values({ post_id: id, forum_id: forumId, last_at: created_at })
    .execute();
}

async function carry({ db }: App, ids: readonly string[], to: string): Promise<void> {
  const those = sql<string>`any(${ids}::bigint[])`;
  await db.updateTable('social.post').set({ parent_id: to }).where('id', '=', those).execute();
  await db.updateTable('social.reply').set({ thread_id: to }).where('post_id', '=', those).execute();
}

/** Copies read positions to the new thread. Followers who wrote in the new thread follow it too. */
async function copySubscriptions(app: App, from: string, to: string): Promise<void> {
  await sql`
    insert into social.subscription (account_id, post_id, at, seen_id, is_on)
    select account_id, ${to}, ${app.clock.now()}, seen_id, is_on and exists (
      select from social.post where (post.id = ${to} or parent_id = ${to}) and author_id = account_id)
    from social.subscription where post_id = ${from}
    on conflict do nothing`.execute(app.db);
}

/** Merges a thread into another in chronological order. The URL of the merged thread redirects there. */
export async function mergeThreads(app: App, viewer: Viewer, id: string, intoId: string): Promise<void> {
  if (id === intoId) throw invalid('into_id', msg('A thread cannot be merged into itself'));
  await inTransaction(app, async (app) => {
    await lockPosts(app, (post) => post.or([post('id', 'in', [id, intoId]), post('parent_id', '=', id)]));
    const { from, into } = await hold(app, viewer, id, intoId);
    if (!from.isOpen || !into.isOpen)
      throw invalid('into_id', msg('One of the threads is waiting for review'));
    if (from.post.paywall || into.post.paywall)
      throw new Problem('conflict', msg('A paid thread cannot be merged'));
    const replies = await countReplies(app, id);
    const change = { by: id } as const;
    await tally(app, [
      { ...change, subject: 'post', id, kind: 'replies', n: -replies },
      { ...change, subject: 'post', id: intoId, kind: 'replies', n: replies + 1 },
      { ...change, subject: 'forum', id: from.forumId, kind: 'threads', n: -1 },
      ...(from.forumId === into.forumId
        ? ([{ ...change, subject: 'forum', id: into.forumId, kind: 'replies', n: 1 }] as const)
        : ([
            { ...change, subject: 'forum', id: from.forumId, kind: 'replies', n: -replies },
            { ...change, subject: 'forum', id: into.forumId, kind: 'replies', n: replies + 1 },
          ] as const)),
      { ...change, subject: 'person', id: from.post.author.id, kind: 'posts', n: -1 },
    ]);
    const moved = [id, ...(await listOpenReplies(app, id))];
    await countForumAuthors(app, wholeThread(id), -1);
    await createReply(app, from, intoId);
    await countForumAuthors(app, repliesOf(moved), 1);
    await numberReplies(app, intoId);
    await shareFollowers(app, id, intoId);
    await notifyInThread(app, viewer, intoId, { kind: 'merged', otherId: id });
    await addAuditEntry(app, viewer.id, 'thread.merge', `post ${id}`, `→ post ${intoId}`);
  });
}

async function hold(
  app: App,
  viewer: Viewer,
  id: string,
  intoId: string,
): Promise<{ from: LockedThread; into: LockedThread }> {
  if (BigInt(id) < BigInt(intoId)) {
    const from = await lockThreadForModerator(app, viewer, id);
    return { from, into: await lockThreadForModerator(app, viewer, intoId) };
  }
  const into = await lockThreadForModerator(app, viewer, intoId);
  return { into, from: await lockThreadForModerator(app, viewer, id) };
}

async function listOpenReplies({ db }: App, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('social.post')
    .where('parent_id', '=', threadId)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Turns the first post of the thread into a reply and moves its replies, including removed ones. */
async function createReply(app: App, { post }: LockedThread, intoId: string): Promise<void> {
  const { db } = app;
  const { id, title, text } = post;
  await db
    .insertInto('social.post_revision')
    .values({ post_id: id, title, text, at: app.clock.now() })
    .execute();
  await db.deleteFrom('social.thread').where('post_id', '=', id).execute();
  await db
    .updateTable('social.post')
    .set({ kind: 'reply', parent_id: intoId, title: '', locked_at: null })
    .where('id', '=', id)
    .execute();
  await db.updateTable('social.post').set({ parent_id: intoId }).where('parent_id', '=', id).execute();
  await db.updateTable('social.reply').set({ thread_id: intoId }).where('thread_id', '=', id).execute();
  await db.insertInto('social.reply').values({ post_id: id, thread_id: intoId, place: 0 }).execute();
  await db
    .updateTable('social.thread_event')
    .set({ thread_id: intoId })
    .where('thread_id', '=', id)
    .execute();
}

/**
 * Followers of the merged thread follow the other thread. Their read position stays valid, because it covers
 * the moved posts too.
 */
async function shareFollowers(app: App, from: string, to: string): Promise<void> {
  await sql`
    insert into social.subscription (account_id, post_id, at, seen_id, is_on)
    select account_id, ${to}, ${app.clock.now()}, 0, true from social.subscription
    where post_id = ${from} and is_on
    on conflict (account_id, post_id) do update set is_on = true`.execute(app.db);
  await app.db.deleteFrom('social.subscription').where('post_id', '=', from).execute();
}

/** Renumbers the replies of a thread chronologically after replies were added or removed. */
async function numberReplies(app: App, threadId: string): Promise<void> {
  await sql`
    update social.reply set place = numbered.place
    from (
      select post_id, row_number() over (order by post_id)::integer as place
      from social.reply where thread_id = ${threadId}
    ) as numbered
    where reply.post_id = numbered.post_id and reply.place <> numbered.place`.execute(app.db);
  await sql`
    update social.thread set places = (select count(*) from social.reply where thread_id = ${threadId})
    where post_id = ${threadId}`.execute(app.db);
  // A solution that moved to another thread is none of that one.
  await sql`
    update social.thread set solution_id = null, solution_at = null, solution_by = null, solved_at = null
    where post_id = ${threadId} and not exists (
      select from social.reply where reply.post_id = solution_id and thread_id = ${threadId})
    and solution_id is not null`.execute(app.db);
  await refreshThread(app, threadId);
}
