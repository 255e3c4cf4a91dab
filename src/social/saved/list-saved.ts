import { sql, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { idsNeeded, pageOfRows, type PageOfPosts, type Part } from '../posts/reading/page-of-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/get-text-query.ts';

/**
 * Returns the viewer's saved posts that are still visible to them, last saved first. `words` filters by text.
 */
export async function listSaved(
  app: App,
  viewer: Viewer,
  { words = '', ...part }: Part & { words?: string | undefined } = {},
): Promise<PageOfPosts> {
  const query = words.trim() === '' ? '' : await getTextQuery(app, words);
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.saved as saved', 'saved.post_id', 'post.id')
    .where('saved.account_id', '=', viewer.id)
    .$if(words.trim() !== '', (saved) => saved.where(sql<SqlBool>`post.search @@ ${query}::tsquery`))
    .$call(
      whenGiven(part.before, (query, before) =>
        query.where(
          sql<SqlBool>`(saved.saved_at, saved.post_id) < (select saved_at, post_id from social.saved
          where account_id = ${viewer.id} and post_id = ${before})`,
        ),
      ),
    )
    .orderBy('saved.saved_at', 'desc')
    .orderBy('saved.post_id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part);
}
