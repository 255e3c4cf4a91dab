import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Post } from '../post.ts';

/** Returns the hashtags of posts by post id, in order. */
export async function getHashtags(
  { db }: Pick<App, 'db'>,
  posts: readonly Pick<Post, 'id'>[],
): Promise<Map<string, string[]>> {
  if (posts.length === 0) return new Map();
  const rows = await db
    .selectFrom('social.hashtag')
    .where('post_id', '=', sql<string>`any(${posts.map(({ id }) => id)}::bigint[])`)
    .orderBy('post_id')
    .orderBy('tag')
    .select(['post_id', 'tag'])
    .execute();
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id);
  return new Map([...byPost].map(([id, tags]) => [id, tags.map(({ tag }) => tag)]));
}
