import { sql } from 'kysely';
import { Type } from 'typebox';
import { livePeople } from '../../identity/account/people.ts';
import { Id } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, type Rules, inTransaction, type Viewer } from '../../platform/app.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import type { NotificationKind } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import { blockedBetween } from '../people/person.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { minutes } from '../../kernel/time.ts';

const following: Rules = { name: 'threads.follow', who: 'member', limit: perAccount(300, minutes(5)) };

export interface Subscription {
  isOn: boolean;
  /** The last reply or answer read. "0" if none. */
  seenId: string;
}

/**
 * Returns the viewer's subscription and read position in a thread or question. Undefined if they never
 * visited it.
 */
export async function findSubscription(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  postId: string,
): Promise<Subscription | undefined> {
  if (!viewer) return undefined;
  return db
    .selectFrom('social.subscription')
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .select(['is_on as isOn', 'seen_id as seenId'])
    .executeTakeFirst();
}

/**
 * Follows a thread or question, which notifies the viewer of new replies or answers. No-op if already
 * followed.
 */
export const followThread = verb(
  following,
  async (app: App, viewer: Viewer, postId: string): Promise<void> => {
    const { kind } = await getPostHeader(app, viewer, postId);
    if (kind !== 'thread' && kind !== 'question')
      throw invalid('id', msg('Only threads and questions can be followed'));
    await ensureFollowing(app, viewer, postId);
  },
);

/** Like `followThread`, for the author of a new post in it, whose access was already checked. */
export async function ensureFollowing(app: App, viewer: Pick<Viewer, 'id'>, postId: string): Promise<void> {
  await app.db
    .insertInto('social.subscription')
    .values({ account_id: viewer.id, post_id: postId, at: app.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'post_id'])
        .doUpdateSet({ is_on: true, at: app.clock.now() })
        .where('social.subscription.is_on', '=', false),
    )
    .execute();
}

/** Unfollows a thread or question. The read position is kept. No-op if not followed. */
export const unfollowThread = verb(
  following,
  async (app: App, viewer: Viewer, postId: string): Promise<void> => {
    await app.db
      .updateTable('social.subscription')
      .set({ is_on: false })
      .where('account_id', '=', viewer.id)
      .where('post_id', '=', postId)
      .execute();
  },
);

/**
 * Marks a thread or question as read up to `seenId`. The position never moves back, and an unchanged position
 * is not written. Does not change whether it is followed.
 */
export async function markThreadSeen(
  app: App,
  viewer: Viewer,
  postId: string,
  seenId: string,
): Promise<void> {
  await app.db
    .insertInto('social.subscription')
    .values({ account_id: viewer.id, post_id: postId, at: app.clock.now(), seen_id: seenId, is_on: false })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'post_id'])
        .doUpdateSet({ seen_id: seenId })
        .where('social.subscription.seen_id', '<', sql<string>`excluded.seen_id`),
    )
    .execute();
}

/** Notifies the followers of a question, including the asker, of a visible answer. No-op for other posts. */
export const notifyAnswer = (app: App, id: string): Promise<void> => notifyOf(app, id, 'answer');

/** Notifies the followers of a thread of a visible reply. No-op for other posts. */
export const notifyReply = (app: App, id: string): Promise<void> => notifyOf(app, id, 'reply');

async function notifyOf(app: App, id: string, kind: 'answer' | 'reply'): Promise<void> {
  const said = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .select(['author_id', 'parent_id'])
    .executeTakeFirst();
  if (!said?.parent_id) return;
  await notifySubscribers(app, {
    kind: kind === 'answer' ? 'answer' : 'thread',
    postId: said.parent_id,
    replyId: id,
    by: said.author_id,
  });
}

/**
 * Notifies the followers of a thread or question of a visible reply or answer. The first batch is part of the
 * transaction. Larger numbers of followers are notified by a job.
 */
export async function notifySubscribers(app: App, activity: ActivityToNotify): Promise<void> {
  const after = await notifySome(app, activity);
  if (after !== undefined) await addJob(app, notifyOthersJob, { ...activity, after });
}

/** Maximum number of notifications per transaction. */
const maxAtOnce = 30;

interface ActivityToNotify extends Activity {
  kind: Extract<NotificationKind, 'thread' | 'answer'>;
}

/** Notifies a batch of followers. Returns the last one, or undefined after the final batch. */
async function notifySome(
  app: App,
  { kind, ...activity }: ActivityToNotify,
  after = '0',
): Promise<string | undefined> {
  const ids = await listSubscribers(app, activity, { after, max: maxAtOnce });
  for (const to of ids) await notify(app, { to, kind, by: activity.by, postId: activity.postId });
  return ids.length === maxAtOnce ? ids.at(-1) : undefined;
}

/**
 * Notifies the followers after `after`, as long as the reply is visible. Safe to retry: no one is notified
 * twice.
 */
async function notifyOthers(
  app: App,
  { after, ...activity }: ActivityToNotify & { after: string },
): Promise<void> {
  let last: string | undefined = after;
  while (last !== undefined && (await isThere(app, activity.replyId)))
    last = await inTransaction(app, (app) => notifySome(app, activity, last));
}

const isThere = async ({ db }: App, replyId: string): Promise<boolean> =>
  (await db
    .selectFrom('social.post')
    .where('id', '=', replyId)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined;

interface Activity {
  /** The thread or question. */
  postId: string;
  /** The reply or answer. */
  replyId: string;
  /** The author. */
  by: string;
}

/**
 * Returns the ids of accounts to notify, in order, starting after `after`. Excludes the author, people who
 * muted the author, and mentioned people, who get a separate notification.
 */
async function listSubscribers(
  { db }: Pick<App, 'db'>,
  { postId, replyId, by }: Activity,
  { after = '0', max }: { after?: string; max: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('social.subscription as subscription')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'subscription.account_id'))
    .where('subscription.post_id', '=', postId)
    .where('subscription.is_on', '=', true)
    .where('subscription.account_id', '>', after)
    .where('subscription.account_id', '!=', by)
    .where((eb) => eb.not(blockedBetween('subscription.account_id', by)))
    .where(
      sql<boolean>`not exists (select from social.mute
      where muter_id = subscription.account_id and muted_id = ${by})`,
    )
    .where(
      sql<boolean>`not exists (select from social.mention
      where mention.post_id = ${replyId} and mention.comment_id is null
      and mention.account_id = subscription.account_id)`,
    )
    .orderBy('subscription.account_id')
    .limit(max)
    .select('subscription.account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

const notifyOthersJob = job(
  'social.notify-subscribers',
  Type.Object({
    kind: Type.Enum(['thread', 'answer']),
    postId: Id,
    replyId: Id,
    by: Id,
    after: Id,
  }),
  notifyOthers,
);

export const subscriptionJobs = [notifyOthersJob];
