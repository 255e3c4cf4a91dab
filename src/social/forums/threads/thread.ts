import { type RawBuilder, sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { findSubscription } from '../../notifications/thread-subscriptions.ts';
import { blockedBetween, type Person } from '../../people/person.ts';

/** A thread in a list. */
export interface ThreadRow {
  id: string;
  title: string;
  author: Person;
  forum: { id: string; title: string };
  createdAt: Date;
  /** Time and author of the latest post. The author is null if their account was deleted. */
  lastAt: Date;
  lastBy: Person | null;
  replies: number;
  isPinned: boolean;
  isLocked: boolean;
  isHeld: boolean;
  /** Whether the thread moved from another forum recently. */
  isMoved: boolean;
  /** Whether a reply is marked as its solution. */
  isSolved: boolean;
  /** The name of the viewer's keyword filter that collapses it. Null if none. */
  filteredBy: string | null;
  /** Number of unread posts up to `maxUnread`, including the first post. 0 for signed-out visitors. */
  unread: number;
}

/** A moderator's action on a thread, as shown in it. */
export interface ThreadEvent {
  id: string;
  kind: 'locked' | 'unlocked' | 'moved' | 'split' | 'from' | 'merged';
  by: Person | null;
  at: Date;
  /** The position of the reply that precedes the event. 0 if it follows the first post. */
  place: number;
  /** The previous forum, if the thread moved. */
  forum: { id: string; title: string } | null;
  /** The thread that replies moved to or from. */
  other: { id: string; title: string } | null;
}

/** The state of a thread, besides its post. */
export interface Thread {
  id: string;
  forumId: string;
  lastReplyId: string | null;
  lastAt: Date;
  /** The position of the last reply ever added. */
  places: number;
  pinnedAt: Date | null;
}

export const repliesOnPage = 20;

/** The page of a position, counted from 1. */
export const pageOfPlace = (place: number) => Math.max(1, Math.ceil(place / repliesOnPage));

/** Returns the state of a thread. The caller must check the visibility of its post. */
export const findThread = ({ db }: Pick<App, 'db'>, id: string): Promise<Thread | undefined> =>
  db
    .selectFrom('social.thread')
    .where('post_id', '=', id)
    .select(['post_id as id', 'forum_id as forumId', 'last_reply_id as lastReplyId', 'last_at as lastAt'])
    .select(['places', 'pinned_at as pinnedAt'])
    .executeTakeFirst();

interface Place {
  page: number;
  postId: string;
}

/** Returns the page of a thread that a reply is on, or undefined if it is not in the thread. */
export async function findReplyPage(
  { db }: Pick<App, 'db'>,
  threadId: string,
  id: string,
): Promise<Place | undefined> {
  const reply = await db
    .selectFrom('social.reply')
    .where('post_id', '=', id)
    .where('thread_id', '=', threadId)
    .select('place')
    .executeTakeFirst();
  return reply && { page: pageOfPlace(reply.place), postId: id };
}

/** Returns the first unread reply, or the last reply if all are read. */
export async function findUnread(app: App, viewer: Viewer, threadId: string): Promise<Place | undefined> {
  const seen = await findSubscription(app, viewer, threadId);
  const below = app.db
    .selectFrom('social.post as post')
    .innerJoin('social.reply as reply', 'reply.post_id', 'post.id')
    .where('post.parent_id', '=', threadId)
    .where('post.deleted_at', 'is', null)
    .where('post.held_at', 'is', null)
    .select(['post.id', 'reply.place']);
  const found =
    (await below
      .where('post.id', '>', seen?.seenId ?? '0')
      .orderBy('post.id')
      .limit(1)
      .executeTakeFirst()) ?? (await below.orderBy('post.id', 'desc').limit(1).executeTakeFirst());
  return found && { page: pageOfPlace(found.place), postId: found.id };
}

/** Threads without activity for this long never count as unread. */
const unreadPeriod = days(60);

/** Unread counts stop here. */
export const maxUnread = 100;

/** SQL: the last post of `thread` the viewer has read, by visiting it or by marking its forum as read. */
const seenOf = (viewer: Viewer): RawBuilder<string> => sql`greatest(
  coalesce((select seen_id from social.subscription
    where account_id = ${viewer.id} and post_id = thread.post_id), 0),
  coalesce((select seen_id from social.forum_read
    where account_id = ${viewer.id} and forum_id = thread.forum_id), 0))`;

/** Posts from before the viewer's registration or before the unread period are never unread. */
export const unreadSince = ({ clock }: Pick<App, 'clock'>, { registeredAt }: Viewer): Date =>
  new Date(Math.max(clock.now().getTime() - unreadPeriod, registeredAt.getTime()));

/** SQL: whether `thread` has unread posts. */
export const isUnread = (app: Pick<App, 'clock'>, viewer: Viewer): RawBuilder<boolean> =>
  sql`(thread.last_at > ${unreadSince(app, viewer)}
    and coalesce(thread.last_reply_id, thread.post_id) > ${seenOf(viewer)}
    and (${hasUnread(viewer, 'parent_id')} or ${hasUnread(viewer, 'id')}))`;

/** SQL: whether the first post or a reply is unread. Each uses its own index. */
const hasUnread = (viewer: Viewer, column: 'id' | 'parent_id'): RawBuilder<boolean> => sql`exists (
  select from social.post as news where news.${sql.ref(column)} = thread.post_id
  and news.deleted_at is null and news.held_at is null and news.id > ${seenOf(viewer)}
  and not ${blockedBetween('news.author_id', viewer.id)} offset 0)`;

/** SQL: number of unread posts, including the first post. */
export const countUnread = (app: Pick<App, 'clock'>, viewer: Viewer): RawBuilder<number> => sql`
  case when ${isUnread(app, viewer)} then (
    select count(*)::integer from (
      select from social.post as unread
      where (unread.parent_id = thread.post_id or unread.id = thread.post_id)
      and unread.deleted_at is null and unread.held_at is null
      and not ${blockedBetween('unread.author_id', viewer.id)}
      and unread.id > ${seenOf(viewer)} limit ${sql.lit(maxUnread)}) as counted)
  else 0 end`;
