import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { countForumAuthors, repliesOf, wholeThread } from '../../tallies/count-forum-authors.ts';
import { tally } from '../../tallies/tally.ts';
import { countReplies } from '../../tallies/count-in-forum.ts';
import { lockThreadForModerator, lockPosts, type LockedThread } from './as-moderator.ts';
import { numberReplies } from './number-replies.ts';
import { notifyInThread } from './notify-in-thread.ts';

/** Merges a thread into another in chronological order. The URL of the merged thread redirects there. */
export async function mergeThreads(app: App, viewer: Viewer, id: string, intoId: string): Promise<void> {
  if (id === intoId) throw invalid('into_id', t('A thread cannot be merged into itself'));
  await inTransaction(app, async (app) => {
    await lockPosts(app, (post) => post.or([post('id', 'in', [id, intoId]), post('parent_id', '=', id)]));
    const { from, into } = await hold(app, viewer, id, intoId);
    if (!from.isOpen || !into.isOpen) throw invalid('into_id', t('One of the threads is waiting for review'));
    if (from.post.paywall || into.post.paywall)
      throw new Problem('conflict', t('A paid thread cannot be merged'));
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
