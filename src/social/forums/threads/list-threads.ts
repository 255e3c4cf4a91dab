import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import { msg, invalid } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { type CursorPage, compileForViewer, whenGiven } from '../../../platform/database/queries.ts';
import { notACursor } from '../../../platform/http/families/social.ts';
import { type Filtering, getFiltering } from '../../filters/filtering.ts';
import { blockedBetween, toPerson, toPersonIfAny } from '../../people/person.ts';
import { isNotMuted, visiblePosts } from '../../posts/reading/visible.ts';
import { countUnread, isUnread, type ThreadRow } from './thread.ts';

export const threadsOnPage = 30;

/** Thread filters: unread, started by the viewer, followed, without replies, with or without a solution. */
export const threadFilters = [
  'all',
  'unread',
  'mine',
  'subscribed',
  'unanswered',
  'solved',
  'unsolved',
] as const;
export type ThreadFilter = (typeof threadFilters)[number];
/** Sort by latest activity or by creation. */
export const threadSorts = ['active', 'newest'] as const;
export type ThreadSort = (typeof threadSorts)[number];

export interface ThreadsWanted {
  /** Undefined for all forums. */
  forumId?: string | undefined;
  filter?: ThreadFilter | undefined;
  sort?: ThreadSort | undefined;
  /** Cursor: `older` of the previous page. */
  before?: string | undefined;
}

export interface PageOfThreads extends CursorPage<ThreadRow> {
  /** Pinned threads, only on the first page of a single forum. */
  pinned: ThreadRow[];
}

/** The cursor of a list: milliseconds and ID. Keyset pagination makes every page equally fast. */
export const threadCursor = '^[0-9]{1,13}\\.[0-9]{1,18}$';

/** Parses a cursor. Throws a `Problem` if it is malformed. */
export function parseCursor(after: string | undefined): string | undefined {
  if (after !== undefined && !new RegExp(threadCursor).test(after)) throw notACursor();
  return after;
}

/**
 * Returns a page of the threads visible to the viewer. For signed-out visitors, the personal filters are
 * empty.
 */
export async function listThreads(
  app: App,
  viewer: Viewer | undefined,
  wanted: ThreadsWanted,
): Promise<PageOfThreads> {
  const { forumId, filter = 'all', sort = 'active', before } = wanted;
  // Of one forum, because most forums have no solutions and would be searched in vain.
  if ((filter === 'solved' || filter === 'unsolved') && forumId === undefined)
    throw invalid('forum_id', msg('Choose a forum'));
  const isPlain = forumId !== undefined && filter === 'all';
  const [at = '', id = ''] = before?.split('.') ?? [];
  const filtering = await getFiltering(app, viewer, 'feeds');
  const rows = await chosen(app, viewer, filter)
    .$call(whenGiven(forumId, (query, forumId) => query.where('thread.forum_id', '=', forumId)))
    .$if(isPlain, (query) => query.where('thread.pinned_at', 'is', null))
    .$if(sort === 'active', (query) =>
      query.orderBy('thread.last_at', 'desc').orderBy('thread.post_id', 'desc'),
    )
    .$if(sort === 'newest', (query) => query.orderBy('thread.post_id', 'desc'))
    .$if(before !== undefined, (query) =>
      sort === 'newest'
        ? query.where('thread.post_id', '<', id)
        : query.where(sql<boolean>`(thread.last_at, thread.post_id) < (${new Date(Number(at))}, ${id})`),
    )
    .limit(threadsOnPage + 1)
    .execute();
  const threads = rows.slice(0, threadsOnPage).map((row) => toThreadRow(app, row));
  const last = threads.at(-1);
  const pinned = isPlain && before === undefined ? await listPinned(app, viewer, forumId) : [];
  return {
    pinned: filterThreads(pinned, viewer, filtering),
    items: filterThreads(threads, viewer, filtering),
    next: rows.length > threadsOnPage && last ? `${last.lastAt.getTime()}.${last.id}` : undefined,
  };
}

/** Applies the viewer's keyword filters to the titles of threads by others. */
function filterThreads(
  threads: readonly ThreadRow[],
  viewer: Viewer | undefined,
  filtering: Filtering | undefined,
): ThreadRow[] {
  return threads.flatMap((thread) => {
    const found = thread.author.id === viewer?.id ? undefined : filtering?.([thread.title]);
    if (found?.isHidden) return [];
    return [found ? { ...thread, filteredBy: found.name } : thread];
  });
}

async function listPinned(app: App, viewer: Viewer | undefined, forumId: string): Promise<ThreadRow[]> {
  const rows = await select(app, viewer)
    .where('thread.forum_id', '=', forumId)
    .where('thread.pinned_at', 'is not', null)
    .orderBy('thread.pinned_at', 'desc')
    .limit(threadsOnPage)
    .execute();
  return rows.map((row) => toThreadRow(app, row));
}

/** Applies a filter. Starts from the viewer's own threads, so that large forums are not scanned. */
function chosen(app: App, viewer: Viewer | undefined, filter: ThreadFilter) {
  const all = select(app, viewer);
  if (filter === 'unanswered') return all.where('thread.last_reply_id', 'is', null);
  if (filter === 'solved') return all.where('thread.solved_at', 'is not', null);
  if (filter === 'unsolved') return all.where('thread.solved_at', 'is', null);
  if (!viewer) return filter === 'all' ? all : all.where(sql<boolean>`false`);
  if (filter === 'unread') return all.where(isUnread(app, viewer));
  if (filter === 'mine')
    return all.where(sql<boolean>`thread.post_id = any(array(select id from social.post
      where author_id = ${viewer.id} and kind = 'thread' and deleted_at is null))`);
  if (filter === 'subscribed')
    return all.where(sql<boolean>`thread.post_id = any(array(select post_id from social.subscription
      where account_id = ${viewer.id} and is_on))`);
  return all;
}

const select = (app: App, viewer: Viewer | undefined) =>
  visiblePosts(app.db, viewer)
    .innerJoin('social.thread as thread', 'thread.post_id', 'post.id')
    .innerJoin('social.forum as forum', 'forum.id', 'thread.forum_id')
    .leftJoin('social.post as last', 'last.id', 'thread.last_reply_id')
    .leftJoin(livePeople('speaker'), (join) =>
      join
        .on((eb) => eb('speaker.id', '=', eb.fn.coalesce('last.author_id', 'post.author_id')))
        .on((eb) =>
          viewer ? eb.not(blockedBetween('speaker.id', viewer.id)) : eb.val(true).$castTo<boolean>(),
        ),
    )
    .where(isNotMuted(viewer))
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at'])
    .select(['speaker.id as speaker_id', 'speaker.username as speaker_username'])
    .select(['speaker.first_name as speaker_first_name', 'speaker.last_name as speaker_last_name'])
    .select(['speaker.picture as speaker_picture', 'speaker.picture_small as speaker_picture_small'])
    .select(['post.id as post_id', 'post.title', 'post.created_at', 'post.locked_at', 'post.held_at'])
    .select(['thread.last_at', 'thread.pinned_at', 'thread.moved_at', 'thread.solved_at'])
    .select(['forum.id as forum_id', 'forum.title as forum_title'])
    .select([
      sql<number>`coalesce((select sum(n) from social.tally where subject = 'post'
        and subject_id = post.id and kind = 'replies'), 0)::integer`.as('replies'),
      (viewer ? countUnread(app, viewer) : sql<number>`0`).as('unread'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** How long a thread is marked as moved. */
const movedFor = days(14);

const toThreadRow = (app: App, row: Row): ThreadRow => ({
  id: row.post_id,
  title: row.title,
  author: toPerson(app, row),
  forum: { id: row.forum_id, title: row.forum_title },
  createdAt: row.created_at,
  lastAt: row.last_at,
  lastBy: toSpeaker(app, row),
  replies: row.replies,
  isPinned: row.pinned_at !== null,
  isLocked: row.locked_at !== null,
  isHeld: row.held_at !== null,
  isMoved: row.moved_at !== null && app.clock.now().getTime() - row.moved_at.getTime() < movedFor,
  isSolved: row.solved_at !== null,
  filteredBy: null,
  unread: row.unread,
});

const toSpeaker = (app: App, row: Row): ThreadRow['lastBy'] =>
  toPersonIfAny(app, {
    id: row.speaker_id,
    username: row.speaker_username,
    first_name: row.speaker_first_name,
    last_name: row.speaker_last_name,
    picture: row.speaker_picture,
    picture_small: row.speaker_picture_small,
  });

export interface RelatedThread {
  id: string;
  title: string;
  lastAt: Date;
}

const most = 6;

/** Returns recently active threads of the same forum as a thread. */
export const listRelatedThreads = (
  { db }: App,
  viewer: Viewer | undefined,
  id: string,
): Promise<RelatedThread[]> => selectRelated(db, viewer, { id }, undefined);

const selectRelated = compileForViewer((db, viewer, { id }: { id: string }) =>
  visiblePosts(db, viewer)
    .innerJoin('social.thread as thread', 'thread.post_id', 'post.id')
    .where('thread.forum_id', '=', (eb) =>
      eb.selectFrom('social.thread as shown').where('shown.post_id', '=', id).select('shown.forum_id'),
    )
    .where('thread.post_id', '<>', id)
    .where('post.held_at', 'is', null)
    .where(isNotMuted(viewer))
    .orderBy('thread.last_at', 'desc')
    .orderBy('thread.post_id', 'desc')
    .limit(sql.lit(most))
    .select(['post.id', 'post.title', 'thread.last_at as lastAt']),
);
