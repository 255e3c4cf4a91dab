import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { readablePosts } from '../posts/reading/visible.ts';
import { isGap, type Comment, type Entry } from './comment.ts';
import { getEntries } from './entries.ts';
import { isListedComment } from './visible-comments.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

export const commentOrders = ['oldest', 'newest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

/** A comment and its first replies in reading order: each reply, followed by the replies to it. */
export interface Thread {
  top: Entry;
  replies: Entry[];
  /** Whether more replies follow. */
  hasMore: boolean;
}

export interface CommentPage extends CursorPage<Thread> {
  /** All visible comments, in display order. */
  comments: Comment[];
  order: CommentOrder;
  /** The cursor that the page starts after. Undefined for the first page. */
  start: string | undefined;
}

export interface CommentPart {
  order?: CommentOrder | undefined;
  /** Cursor: the top-level comment to start after, in the requested order. */
  after?: string | undefined;
  /** Number of threads. */
  limit?: number;
}

/** Number of threads per page. */
export const commentsOnPage = 20;
/** Number of replies shown below a comment before "Show more". */
const maxReplies = 3;

/** Returns a page of comments on a post visible to the viewer, in two queries. */
export async function getComments(
  app: App,
  viewer: Viewer | undefined,
  postId: string,
  { order = 'oldest', after, limit = commentsOnPage }: CommentPart = {},
): Promise<CommentPage> {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  const tops = app.db
    .selectFrom('social.comment as comment')
    .where('comment.post_id', '=', sql.ref<string>('post.id'))
    .where('comment.root_id', 'is', null)
    .where(isListedComment('comment', viewer))
    .$call(
      whenGiven(after, (query, after) => query.where('comment.id', order === 'oldest' ? '>' : '<', after)),
    )
    .orderBy('comment.id', direction)
    .limit(limit + 1)
    .select('comment.id');
  // A lateral join, so comments are read only after the post's visibility is checked.
  const rows = await readablePosts(app.db, viewer)
    .where('post.id', '=', postId)
    .innerJoinLateral(tops.as('top'), (join) => join.onTrue())
    .orderBy('top.id', direction)
    .select('top.id as id')
    .select(
      sql<string[]>`array(
        select reply.id::text from social.comment as reply
        where reply.root_id = top.id and ${isListedComment('reply', viewer)}
        order by coalesce(reply.branch_id, reply.id), reply.id limit ${sql.lit(maxReplies + 1)})`.as(
        'replies',
      ),
    )
    .execute();
  const shown = rows.slice(0, limit);
  const ids = shown.flatMap(({ id, replies }) => [id, ...replies.slice(0, maxReplies)]);
  const entries = await getEntries(app, viewer, ids);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    items: shown.flatMap(({ id, replies }) => {
      const top = byId.get(id);
      if (!top) return [];
      const below = replies.slice(0, maxReplies).flatMap((reply) => byId.get(reply) ?? []);
      return [{ top, replies: below, hasMore: replies.length > maxReplies }];
    }),
    comments: entries.filter((entry): entry is Comment => !isGap(entry)),
    order,
    start: after,
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

/** Returns a comment that is visible to the viewer, along with its post. */
export async function getComment(app: App, viewer: Viewer | undefined, id: string): Promise<Comment> {
  const [entry] = await getEntries(app, viewer, [id]);
  if (!entry || isGap(entry)) throw missing(t('Comment'));
  return entry;
}
