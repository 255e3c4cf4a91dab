import { sql } from 'kysely';
import type { Viewer, App } from '../../platform/app.ts';
import { msg, missing } from '../../kernel/problem.ts';
import type { Html } from '../../web/html.ts';
import type { Post } from '../posts/post.ts';
import { type Filtering, getFiltering } from '../filters/filtering.ts';
import { commentSection } from './components.ts';
import { type Comment, type CommentEntry, isClosed, isGap, isListedComment, getEntries } from './comment.ts';
import type { FormState } from '../../web/form.ts';
import { type CursorPage, compileForViewer, whenGiven } from '../../platform/database/queries.ts';
import { readablePosts } from '../posts/reading/visible.ts';

export const commentOrders = ['oldest', 'newest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

/** A comment and its first replies in reading order: each reply, followed by the replies to it. */
export interface CommentThread {
  top: CommentEntry;
  replies: CommentEntry[];
  /** Whether more replies follow. */
  hasMore: boolean;
}

export interface CommentPage extends CursorPage<CommentThread> {
  /** All visible comments, in display order. */
  comments: Comment[];
  order: CommentOrder;
  /** The cursor that the page starts after. Undefined for the first page. */
  start: string | undefined;
}

interface CommentPart {
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
  const rows = await selectThreads(app.db, viewer, { postId, after }, { order, limit });
  const shown = rows.slice(0, limit);
  const ids = shown.flatMap(({ id, replies }) => [id, ...replies.slice(0, maxReplies)]);
  const entries = await getFiltered(app, viewer, ids);
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

/** The comments, those of others with the viewer's keyword filters applied. */
async function getFiltered(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<CommentEntry[]> {
  const entries = await getEntries(app, viewer, ids);
  const filtering = await getFiltering(app, viewer, 'threads');
  return filtering ? entries.flatMap((entry) => filterEntry(entry, filtering, viewer)) : entries;
}

/** A hidden comment becomes a gap if it has replies. */
function filterEntry(
  entry: CommentEntry,
  filtering: Filtering,
  viewer: Viewer | undefined,
): CommentEntry | [] {
  if (isGap(entry) || entry.author.id === viewer?.id) return entry;
  const found = filtering([entry.text]);
  if (!found) return entry;
  const { id, rootId, branchId, replies } = entry;
  if (!found.isHidden) return { ...entry, filteredBy: found.name };
  return replies > 0 ? { id, rootId, branchId, replies, why: 'hidden' } : [];
}

interface FromPost {
  postId: string;
  after: string | undefined;
}

const selectThreads = compileForViewer(
  (db, viewer, { postId, after }: FromPost, { order, limit }: { order: CommentOrder; limit: number }) => {
    const direction = order === 'oldest' ? 'asc' : 'desc';
    const tops = db
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
    return readablePosts(db, viewer)
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
      );
  },
);

/** Returns a comment that is visible to the viewer, along with its post. */
export async function getComment(app: App, viewer: Viewer | undefined, id: string): Promise<Comment> {
  const [entry] = await getEntries(app, viewer, [id]);
  if (!entry || isGap(entry)) throw missing(msg('Comment'));
  return entry;
}

/** A thread, or the requested part of it. */
export interface CommentConversation {
  postId: string;
  top: CommentEntry;
  replies: CommentEntry[];
  /** Whether there are earlier replies. */
  hasEarlier: boolean;
  /** Whether there are more replies. */
  hasMore: boolean;
}

interface ReplyPart {
  /** Cursor: the reply to start after. */
  after?: string | undefined;
  limit?: number;
  /** Number of replies to show before the requested one. */
  before?: number;
}

/**
 * Returns the thread of a comment: from the top for a top-level comment, else from slightly before the
 * comment. `after` continues after one of its replies. Two queries.
 */
export async function getCommentThread(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  { after, limit = 20, before: maxBefore = 4 }: ReplyPart = {},
): Promise<CommentConversation> {
  // The sort key of a comment in its thread: its branch, then its own ID.
  const key = (alias: string) =>
    sql`(coalesce(${sql.ref(`${alias}.branch_id`)}, ${sql.ref(`${alias}.id`)}), ${sql.ref(`${alias}.id`)})`;
  const replies = (part: ReturnType<typeof sql>, limit: number, direction: ReturnType<typeof sql>) => sql<
    string[]
  >`array(
    select reply.id::text from social.comment as reply
    where reply.root_id = top.id and ${part} and ${isListedComment('reply', viewer)}
    order by coalesce(reply.branch_id, reply.id) ${direction}, reply.id ${direction} limit ${sql.lit(limit)})`;
  const from = after === undefined ? sql.ref('comment.id') : sql`${after}::bigint`;
  const row = await readablePosts(app.db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
    .innerJoin('social.comment as top', (join) =>
      join.on(sql<boolean>`top.id = coalesce(comment.root_id, comment.id)`),
    )
    // Start at the comment itself, or after the cursor.
    .leftJoin('social.comment as start', (join) =>
      join.on(sql<boolean>`start.id = ${from} and start.root_id = top.id`),
    )
    .where('comment.id', '=', id)
    .where(isListedComment('comment', viewer))
    .select(['post.id as post_id', 'top.id as top_id'])
    .select([
      replies(sql`start.id is not null and ${key('reply')} < ${key('start')}`, maxBefore + 1, sql`desc`).as(
        'before',
      ),
      replies(
        after === undefined
          ? sql`(start.id is null or ${key('reply')} >= ${key('start')})`
          : sql`${key('reply')} > ${key('start')}`,
        limit + 1,
        sql`asc`,
      ).as('on'),
    ])
    .executeTakeFirst();
  if (!row) throw missing(msg('Comment'));
  const before = after === undefined ? row.before.slice(0, maxBefore).reverse() : [];
  const ids = [row.top_id, ...before, ...row.on.slice(0, limit)];
  const [top, ...shown] = await getFiltered(app, viewer, ids);
  if (top?.id !== row.top_id) throw missing(msg('Comment'));
  return {
    postId: row.post_id,
    top,
    replies: shown,
    hasEarlier: row.before.length > before.length,
    hasMore: row.on.length > limit,
  };
}

/** The comments of a post of any kind for its page: the first page and a form. */
export async function showComments(
  app: App,
  viewer: Viewer | undefined,
  post: Post,
  state?: FormState,
): Promise<{ shown: Html; comments: readonly Comment[] }> {
  const options = await getSection(app, viewer, post);
  return { shown: commentSection({ ...options, state }), comments: options.page.comments };
}

/** Loads everything a comment section needs. */
export async function getSection(
  app: App,
  viewer: Viewer | undefined,
  post: Post,
  part: CommentPart = {},
): Promise<{ post: Post; page: CommentPage; viewer: Viewer | undefined; isClosed: boolean }> {
  const page = await getComments(app, viewer, post.id, part);
  return { post, page, viewer, isClosed: await isClosed(app, viewer, post) };
}
