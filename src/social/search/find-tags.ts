import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { completions, similar } from './to-tsquery.ts';

/** A hashtag with the approximate number of public posts. */
export interface FoundTag {
  tag: string;
  posts: number;
}

/**
 * Finds hashtags by prefix that are used in posts visible to the viewer, or else similar ones. Learned
 * hashtags must be checked, because their posts may no longer be visible.
 */
export function tagsNamed(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  word: string,
  limit: number,
): RawBuilder<FoundTag> {
  const tag = toTag(word);
  if (tag.length < 2) return sql`select '' as tag, 0 as posts where false`;
  const alike = similar({ db }, 'tag', tag, limit).where(
    sql<boolean>`${sql.lit(tag.length > 3)} and not exists (select from begun)`,
  );
  const withTag = visiblePosts(db, viewer)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where(sql<boolean>`hashtag.tag = found.word`)
    .select('post.id');
  return sql`(with begun as materialized (${completions({ db }, 'tag', tag, limit)})
    select word as tag, n as posts from (
      select word, n from begun union all select word, n from (${alike}) as alike
    ) as found where exists (${withTag}))`;
}

export async function findTags(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  word: string,
  limit: number,
): Promise<FoundTag[]> {
  const { rows } = await tagsNamed(app, viewer, word, limit).execute(app.db);
  return rows;
}
