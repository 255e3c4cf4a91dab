import { sql, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { postQuery } from '../search/get-text-query.ts';
import type { Question } from './question.ts';
import { getQuestions } from './get-questions.ts';

const maxSimilar = 5;
/** Maximum number of questions with words in common that are ranked. */
const maxCandidates = 500;
/** Maximum number of the best matches whose visibility is checked, which costs more than comparing words. */
const maxScanned = 50;

/**
 * Returns questions similar to a draft title: first those with all its words, then those with some in their
 * title.
 */
export const findSimilar = async (app: App, viewer: Viewer | undefined, title: string): Promise<Question[]> =>
  getQuestions(app, viewer, await findSimilarIds(app, viewer, title));

/** Returns the ids of similar questions. Single characters are ignored. */
export async function findSimilarIds(
  app: App,
  viewer: Viewer | undefined,
  title: string,
  except: string | null = null,
): Promise<string[]> {
  const candidates = app.db
    .selectFrom('social.post as post')
    .where('post.kind', '=', 'question')
    .where('post.deleted_at', 'is', null)
    .where('post.held_at', 'is', null)
    .where(sql<SqlBool>`post.search @@ wanted.query`)
    .where(sql<SqlBool>`post.id is distinct from ${except}::bigint`)
    .orderBy('post.id', 'desc')
    .limit(maxCandidates)
    .select(['post.id', 'post.search']);
  const best = app.db
    .selectFrom(candidates.as('candidate'))
    .select('candidate.id')
    .select(sql<number>`ts_rank('{0.05, 0.1, 0.2, 1}', candidate.search, wanted.query)`.as('rank'))
    .orderBy('rank', 'desc')
    .orderBy('candidate.id', 'desc')
    .limit(maxScanned);
  const seen = app.db
    .selectFrom(best.as('best'))
    .where((where) =>
      where.exists(
        visiblePosts(app.db, viewer).where('post.id', '=', sql.ref<string>('best.id')).select('post.id'),
      ),
    )
    .orderBy('best.rank', 'desc')
    .orderBy('best.id', 'desc')
    .limit(maxSimilar)
    .select(['best.id', 'best.rank']);
  const { rows } = await sql<{ id: string }>`
    with wanted (place, query) as materialized (
      select 1, ${postQuery(title)}
      union all select 2, (
        select string_agg(quote_literal(lexeme) || ':A', ' | ')
        from unnest(search.vector('search.stemmed', ${title})) where positions is not null)::tsquery
    )
    select found.id::text from wanted cross join lateral (${seen}) as found
    order by wanted.place, found.rank desc, found.id desc`.execute(app.db);
  return [...new Set(rows.map(({ id }) => id))].slice(0, maxSimilar);
}
