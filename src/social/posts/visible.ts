import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { livePeople } from '../../identity/live-people.ts';
import type { DB } from '../../platform/database/rows.gen.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { isReportedPost } from '../reports/is-reported.ts';
import { blockedBetween, friendsBetween } from '../people/between.ts';

/**
 * The posts that a viewer may see, as `post` with its `author`. Every reading of posts starts here:
 * feed, profile, the post's own page, what hangs below it, and the API.
 */
export const visiblePosts = (db: Kysely<DB>, viewer: Viewer | undefined) =>
  db
    .selectFrom('social.post as post')
    .innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'post.author_id'))
    .where('post.deleted_at', 'is', null)
    .where(isFor(viewer));

function isFor(viewer: Viewer | undefined): RawBuilder<SqlBool> {
  if (!viewer) return sql`(post.held_at is null and post.privacy = 'public')`;
  const own = sql<SqlBool>`post.author_id = ${viewer.id}`;
  const shared = sql<SqlBool>`post.held_at is null
    and (post.privacy = 'public' or ${friendsBetween('post.author_id', viewer.id)})
    and not ${blockedBetween('post.author_id', viewer.id)}`;
  // What waits for a moderator, or was reported, is shown to them, whoever has blocked whom.
  return may(viewer, 'moderate')
    ? sql`(${own} or post.held_at is not null or ${isReportedPost('post.id')} or ${shared})`
    : sql`(${own} or ${shared})`;
}
