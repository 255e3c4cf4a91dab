import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../../identity/account/people.ts';
import { missing, msg } from '../../../kernel/problem.ts';
import { type App, may, type Viewer } from '../../../platform/app.ts';
import { compileForViewer, whenGiven } from '../../../platform/database/queries.ts';
import { isForumModerator } from '../../access/forum-moderators.ts';
import type { Subscription } from '../../notifications/thread-subscriptions.ts';
import { mutedBy, toPersonIfAny } from '../../people/person.ts';
import type { Post } from '../../posts/post.ts';
import { getPosts } from '../../posts/reading/get-posts.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import { pageOfPlace, repliesOnPage, type Thread, type ThreadEvent } from './thread.ts';

/** A page of a thread, as one viewer sees it. */
export interface ThreadPage {
  post: Post;
  thread: Thread;
  forum: {
    id: string;
    title: string;
    isArchived: boolean;
    hasSolutions: boolean;
    parent: { id: string; title: string } | null;
  };
  /** In order of their positions. */
  replies: { post: Post; place: number; quoted: Post | undefined }[];
  /** Whether a reply is its solution, which may not be visible to the viewer. */
  isSolved: boolean;
  solution: { post: Post; place: number } | null;
  /** Moderator actions on this page. */
  events: ThreadEvent[];
  page: number;
  pages: number;
  subscription: Subscription | undefined;
  /** Whether the viewer moderates this forum. */
  mayModerate: boolean;
}

/**
 * Returns a thread's first post and the replies on one page, counted from 1. A page is a range of positions,
 * which an index finds equally fast at any depth. Deleted replies leave their position empty, so pages do not
 * shift.
 */
export async function getThread(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  page = 1,
): Promise<ThreadPage> {
  const [row] = await selectThread(
    app.db,
    viewer,
    { id, after: (page - 1) * repliesOnPage, upTo: page * repliesOnPage },
    undefined,
  );
  if (!row) throw missing(msg('Thread'));
  const pages = pageOfPlace(row.places);
  if (page > pages) throw missing(msg('Page'));
  const solutions = row.solution_id === null ? [] : [row.solution_id];
  const [posts, events] = await Promise.all([
    getPosts(app, viewer, [...new Set([id, ...row.replies.map(({ id }) => id), ...solutions])], 'threads'),
    row.has_events ? listEvents(app, viewer, id) : [],
  ]);
  const [post] = posts;
  if (post?.id !== id) throw missing(msg('Thread'));
  const places = new Map(row.replies.map(({ id, place }) => [id, place]));
  const solution = posts.find((post) => post.id === row.solution_id);
  return {
    post,
    thread: {
      id,
      forumId: row.forum_id,
      lastReplyId: row.last_reply_id,
      lastAt: row.last_at,
      places: row.places,
      pinnedAt: row.pinned_at,
    },
    forum: {
      id: row.forum_id,
      title: row.title,
      isArchived: row.archived_at !== null,
      hasSolutions: row.solutions_at !== null,
      parent: row.parent_id === null ? null : { id: row.parent_id, title: row.parent_title ?? '' },
    },
    replies: posts.flatMap((post) => {
      const place = places.get(post.id);
      return place === undefined ? [] : [{ post, place, quoted: post.origin ?? undefined }];
    }),
    isSolved: row.solved_at !== null,
    solution: solution ? { post: solution, place: row.solution_place ?? 0 } : null,
    events: events.filter(
      (event) => pageOfPlace(event.place) === page || (event.place > row.places && page === pages),
    ),
    page,
    pages,
    subscription: row.seen_id === null ? undefined : { isOn: row.is_on ?? false, seenId: row.seen_id },
    mayModerate: row.may_moderate,
  };
}

interface Range {
  id: string;
  after: number;
  upTo: number;
}

const selectThread = compileForViewer((db, viewer, { id, after, upTo }: Range) =>
  db
    .selectFrom('social.thread as thread')
    .innerJoin('social.forum as forum', 'forum.id', 'thread.forum_id')
    .leftJoin('social.forum as parent', 'parent.id', 'forum.parent_id')
    .leftJoin('social.subscription as seen', (join) =>
      join.onRef('seen.post_id', '=', 'thread.post_id').on('seen.account_id', '=', viewer?.id ?? null),
    )
    .leftJoin('social.post as solution', (join) =>
      join
        .onRef('solution.id', '=', 'thread.solution_id')
        .on('thread.solved_at', 'is not', null)
        .on((eb) =>
          viewer ? eb.not(mutedBy('solution.author_id', viewer.id)) : eb.val(true).$castTo<boolean>(),
        ),
    )
    .leftJoin('social.reply as solving', 'solving.post_id', 'solution.id')
    .where('thread.post_id', '=', id)
    .select(['thread.solved_at', 'solution.id as solution_id', 'solving.place as solution_place'])
    .select([
      'thread.forum_id',
      'thread.last_reply_id',
      'thread.last_at',
      'thread.places',
      'thread.pinned_at',
    ])
    .select(['forum.title', 'forum.archived_at', 'forum.parent_id', 'parent.title as parent_title'])
    .select('forum.solutions_at')
    .select(['seen.is_on', 'seen.seen_id'])
    .select(
      (!viewer
        ? sql<boolean>`false`
        : may(viewer, 'moderate')
          ? sql<boolean>`true`
          : isForumModerator('thread.forum_id', viewer.id)
      ).as('may_moderate'),
    )
    .select((eb) => [
      eb
        .exists(
          eb.selectFrom('social.thread_event as event').whereRef('event.thread_id', '=', 'thread.post_id'),
        )
        .as('has_events'),
      // Which of them the viewer can see is decided where their posts are read.
      jsonArrayFrom(
        eb
          .selectFrom('social.reply as reply')
          .innerJoin('social.post as below', 'below.id', 'reply.post_id')
          .whereRef('reply.thread_id', '=', 'thread.post_id')
          .where('reply.place', '>', after)
          .where('reply.place', '<=', upTo)
          .$call(
            whenGiven(viewer, (query, viewer) =>
              query.where((eb) => eb.not(mutedBy('below.author_id', viewer.id))),
            ),
          )
          .orderBy('reply.place')
          .select([sql<string>`reply.post_id::text`.as('id'), 'reply.place']),
      ).as('replies'),
    ]),
);

/** Maximum number of events shown, the newest ones. */
const max = 50;

/** Returns moderator actions on a thread, oldest first, with their positions. */
async function listEvents(app: App, viewer: Viewer | undefined, threadId: string): Promise<ThreadEvent[]> {
  const rows = await selectEvents(app.db, viewer, { threadId }, undefined);
  return rows.reverse().map((row) => ({
    id: row.event_id,
    kind: row.kind as ThreadEvent['kind'],
    by: toPersonIfAny(app, row),
    at: row.at,
    place: row.place,
    forum: row.forum_id === null ? null : { id: row.forum_id, title: row.forum_title ?? '' },
    other: row.other_id === null ? null : { id: row.other_id, title: row.other_title ?? '' },
  }));
}

const selectEvents = compileForViewer((db, viewer, { threadId }: { threadId: string }) =>
  db
    .selectFrom('social.thread_event as event')
    .leftJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'event.by_id'))
    .leftJoin('social.forum as forum', 'forum.id', 'event.forum_id')
    .leftJoin(visiblePosts(db, viewer).select(['post.id', 'post.title']).as('other'), (join) =>
      join.onRef('other.id', '=', 'event.other_id'),
    )
    .where('event.thread_id', '=', threadId)
    .orderBy('event.id', 'desc')
    .limit(max)
    .select(['event.id as event_id', 'event.kind', 'event.at'])
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small'])
    .select(['forum.id as forum_id', 'forum.title as forum_title'])
    .select(['other.id as other_id', 'other.title as other_title'])
    .select(
      sql<number>`coalesce((
        select reply.place from social.post as below join social.reply on reply.post_id = below.id
        where below.parent_id = event.thread_id and below.id <= event.after_id and below.deleted_at is null
        order by below.id desc limit 1), 0)`.as('place'),
    ),
);
