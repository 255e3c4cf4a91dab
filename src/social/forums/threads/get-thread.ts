import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/queries.ts';
import { mutedBy } from '../../people/between.ts';
import type { Post } from '../../posts/post.ts';
import { getPosts } from '../../posts/reading/get-posts.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import type { Subscription } from '../../notifications/thread-subscriptions.ts';
import { isForumModerator } from '../../access/forum-moderators.ts';
import { listEvents } from './list-events.ts';
import { pageOfPlace, repliesOnPage, type Thread, type ThreadEvent } from './thread.ts';

/** A page of a thread, as one viewer sees it. */
export interface ThreadPage {
  post: Post;
  thread: Thread;
  forum: { id: string; title: string; isArchived: boolean; parent: { id: string; title: string } | null };
  /** In order of their positions. */
  replies: { post: Post; place: number; quoted: Post | undefined }[];
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
  const [row, found, events] = await Promise.all([
    findRow(app, viewer, id),
    findReplies(app, viewer, id, page),
    listEvents(app, viewer, id),
  ]);
  if (!row) throw missing(t('Thread'));
  const pages = pageOfPlace(row.places);
  if (page > pages) throw missing(t('Page'));
  const ids = found.flatMap(({ id, quote_id }) => [id, ...(quote_id === null ? [] : [quote_id])]);
  const posts = new Map(
    (await getPosts(app, viewer, [...new Set([id, ...ids])])).map((post) => [post.id, post]),
  );
  const post = posts.get(id);
  if (!post) throw missing(t('Thread'));
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
      parent: row.parent_id === null ? null : { id: row.parent_id, title: row.parent_title ?? '' },
    },
    replies: found.flatMap(({ id, quote_id, place }) => {
      const post = posts.get(id);
      return post ? [{ post, place, quoted: quote_id === null ? undefined : posts.get(quote_id) }] : [];
    }),
    events: events.filter(
      (event) => pageOfPlace(event.place) === page || (event.place > row.places && page === pages),
    ),
    page,
    pages,
    subscription: row.seen_id === null ? undefined : { isOn: row.is_on ?? false, seenId: row.seen_id },
    mayModerate: row.may_moderate,
  };
}

const findRow = ({ db }: App, viewer: Viewer | undefined, id: string) =>
  db
    .selectFrom('social.thread as thread')
    .innerJoin('social.forum as forum', 'forum.id', 'thread.forum_id')
    .leftJoin('social.forum as parent', 'parent.id', 'forum.parent_id')
    .leftJoin('social.subscription as seen', (join) =>
      join.onRef('seen.post_id', '=', 'thread.post_id').on('seen.account_id', '=', viewer?.id ?? null),
    )
    .where('thread.post_id', '=', id)
    .select([
      'thread.forum_id',
      'thread.last_reply_id',
      'thread.last_at',
      'thread.places',
      'thread.pinned_at',
    ])
    .select(['forum.title', 'forum.archived_at', 'forum.parent_id', 'parent.title as parent_title'])
    .select(['seen.is_on', 'seen.seen_id'])
    .select(
      (!viewer
        ? sql<boolean>`false`
        : may(viewer, 'moderate')
          ? sql<boolean>`true`
          : isForumModerator('thread.forum_id', viewer.id)
      ).as('may_moderate'),
    )
    .executeTakeFirst();

const findReplies = (app: App, viewer: Viewer | undefined, id: string, page: number) =>
  visiblePosts(app.db, viewer)
    .innerJoin('social.reply as reply', 'reply.post_id', 'post.id')
    .where('reply.thread_id', '=', id)
    .where('reply.place', '>', (page - 1) * repliesOnPage)
    .where('reply.place', '<=', page * repliesOnPage)
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id)))),
    )
    .orderBy('reply.place')
    .select(['post.id', 'post.quote_id', 'reply.place'])
    .execute();
