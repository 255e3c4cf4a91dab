import { type RawBuilder, sql } from 'kysely';
import { type App, may, type Viewer } from '../../platform/app.ts';

/** SQL: whether an account moderates the forum whose id is in `column`, or its parent. */
export const isForumModerator = (column: string, accountId: string): RawBuilder<boolean> => sql`exists (
  select from social.forum_moderator as looking
  join social.forum as theirs on theirs.id = ${sql.ref(column)}
  where looking.account_id = ${accountId} and looking.forum_id in (theirs.id, theirs.parent_id))`;

/** Whether the viewer may act as a moderator in a forum. */
export async function mayModerate(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  forumId: string,
): Promise<boolean> {
  if (!viewer) return false;
  if (may(viewer, 'moderate')) return true;
  const found = await db
    .selectFrom('social.forum as forum')
    .where('forum.id', '=', forumId)
    .where(isForumModerator('forum.id', viewer.id))
    .select('forum.id')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether the viewer may act as a moderator of a thread or reply. False for forum moderators on posts outside
 * forums.
 */
export async function mayModeratePost(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  postId: string,
): Promise<boolean> {
  if (!viewer) return false;
  const found = await db
    .selectFrom('social.post as post')
    .innerJoin('social.thread as thread', (join) =>
      join.on((eb) => eb('thread.post_id', '=', eb.fn.coalesce('post.parent_id', 'post.id'))),
    )
    .where('post.id', '=', postId)
    .$if(!may(viewer, 'moderate'), (query) => query.where(isForumModerator('thread.forum_id', viewer.id)))
    .select('post.id')
    .executeTakeFirst();
  return found !== undefined;
}
