import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { countForumAuthors, repliesOf, wholeThread } from '../../tallies/count-forum-authors.ts';
import { tally } from '../../tallies/tally.ts';
import { asModerator, lockPosts, type LockedThread } from './as-moderator.ts';
import { numberReplies } from './number-replies.ts';
import { checkThreadTitle } from './rename-thread.ts';
import { notifyInThread } from './notify-in-thread.ts';

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
  if (given.replyIds.length === 0) throw invalid('reply_ids', t('Choose at least one reply'));
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
    throw invalid('reply_ids', t('Choose published replies of this thread'));
  if (thread.post.paywall) throw new Problem('conflict', t('A paid thread cannot be split'));
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
