import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../identity/live-people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from '../people/between.ts';
import { toPerson } from '../people/person.ts';
import { visiblePosts } from '../posts/visible.ts';
import type { Comment } from './comment.ts';

export interface CommentPage {
  /** Oldest first. */
  comments: Comment[];
  /** There are older ones: read them with `before` the first of these. */
  hasEarlier: boolean;
}

/** The newest comments below a post that the viewer may see, or those before a given one. */
export async function readComments(
  app: App,
  viewer: Viewer | undefined,
  postId: string,
  { before, most = 20 }: { before?: string | undefined; most?: number } = {},
): Promise<CommentPage> {
  const rows = await select(app, viewer)
    .where('comment.post_id', '=', postId)
    .$if(before !== undefined, (query) => query.where('comment.id', '<', before ?? ''))
    .orderBy('comment.id', 'desc')
    .limit(most + 1)
    .execute();
  return {
    comments: rows
      .slice(0, most)
      .map((row) => toComment(app, row))
      .reverse(),
    hasEarlier: rows.length > most,
  };
}

/** One comment, when the viewer may see it and the post above it. */
export async function readComment(app: App, viewer: Viewer | undefined, id: string): Promise<Comment> {
  const row = await select(app, viewer).where('comment.id', '=', id).executeTakeFirst();
  if (!row) throw missing('Comment');
  return toComment(app, row);
}

const select = (app: App, viewer: Viewer | undefined) =>
  visiblePosts(app.db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
    .innerJoin(livePeople('speaker'), (join) => join.onRef('speaker.id', '=', 'comment.author_id'))
    .where('comment.deleted_at', 'is', null)
    .where(isFor(viewer))
    .select(['speaker.id', 'speaker.username', 'speaker.first_name', 'speaker.last_name'])
    .select(['speaker.picture', 'speaker.picture_small', 'speaker.verified_at'])
    .select(['comment.id as comment_id', 'comment.post_id', 'comment.text'])
    .select(['comment.created_at', 'comment.edited_at', 'comment.held_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('social.mention as mention')
          .innerJoin(livePeople('named'), (join) => join.onRef('named.id', '=', 'mention.account_id'))
          .whereRef('mention.post_id', '=', 'comment.post_id')
          .whereRef('mention.comment_id', '=', 'comment.id')
          .select(['mention.as_written', 'named.username']),
      ).as('mentions'),
    );

/** Beyond what `visiblePosts` says of the post: the same rules for whoever speaks below it. */
function isFor(viewer: Viewer | undefined): RawBuilder<SqlBool> {
  if (!viewer) return sql`comment.held_at is null`;
  const own = sql`comment.author_id = ${viewer.id}`;
  const shared = sql`comment.held_at is null and not ${blockedBetween('comment.author_id', viewer.id)}`;
  return may(viewer, 'moderate')
    ? sql`(${own} or comment.held_at is not null or ${shared})`
    : sql`(${own} or ${shared})`;
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toComment(app: App, row: Row): Comment {
  return {
    id: row.comment_id,
    postId: row.post_id,
    author: toPerson(app, row),
    text: row.text,
    mentions: new Map(row.mentions.map(({ as_written, username }) => [as_written, username])),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    heldAt: row.held_at,
  };
}
