import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readablePosts } from '../posts/reading/visible.ts';
import type { Entry } from './comment.ts';
import { getEntries } from './entries.ts';
import { isListedComment } from './visible-comments.ts';

/** A thread, or the requested part of it. */
export interface Conversation {
  postId: string;
  top: Entry;
  replies: Entry[];
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
export async function getConversation(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  { after, limit = 20, before: maxBefore = 4 }: ReplyPart = {},
): Promise<Conversation> {
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
  if (!row) throw missing(t('Comment'));
  const before = after === undefined ? row.before.slice(0, maxBefore).reverse() : [];
  const ids = [row.top_id, ...before, ...row.on.slice(0, limit)];
  const [top, ...shown] = await getEntries(app, viewer, ids);
  if (!top) throw missing(t('Comment'));
  return {
    postId: row.post_id,
    top,
    replies: shown,
    hasEarlier: row.before.length > before.length,
    hasMore: row.on.length > limit,
  };
}
