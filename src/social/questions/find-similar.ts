import { sql, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { postQuery } from '../search/read-text-query.ts';
import type { Question } from './question.ts';
import { readQuestions } from './read-questions.ts';

const mostSimilar = 5;
/** Of so many that have words in common, the best are chosen. */
const mostCandidates = 500;
/** Whether the viewer may see them is asked of so many of the best, as it costs more than to compare words. */
const mostLookedAt = 50;

/** Questions like the one somebody is about to ask: first those with all its words, then those with some in their title. */
export async function findSimilar(
  app: App,
  viewer: Viewer | undefined,
  title: string,
  except?: string,
): Promise<Question[]> {
  const { all, some } = await readQueries(app, title);
  const ids = await find(app, viewer, all, except);
  if (ids.length < mostSimilar) ids.push(...(await find(app, viewer, some, except)));
  return readQuestions(app, viewer, [...new Set(ids)].slice(0, mostSimilar));
}

/** All that counts in a title, and any of it in another title. Characters by themselves, which have no place, say little. */
async function readQueries({ db }: App, title: string): Promise<{ all: string; some: string }> {
  const { rows } = await sql<{ all: string; some: string }>`
    select ${postQuery(title)}::text as all, coalesce((
      select string_agg(quote_literal(lexeme) || ':A', ' | ') from unnest(search.vector('search.stemmed', ${title}))
      where positions is not null
    ), '') as some`.execute(db);
  return rows[0] ?? { all: '', some: '' };
}

async function find(
  app: App,
  viewer: Viewer | undefined,
  words: string,
  except: string | undefined,
): Promise<string[]> {
  if (words === '') return [];
  const query = sql`${words}::tsquery`;
  const candidates = app.db
    .selectFrom('social.post as post')
    .where('post.kind', '=', 'question')
    .where('post.deleted_at', 'is', null)
    .where('post.held_at', 'is', null)
    .where(sql<SqlBool>`post.search @@ ${query}`)
    .$call(whenGiven(except, (posts, except) => posts.where('post.id', '!=', except)))
    .orderBy('post.id', 'desc')
    .limit(mostCandidates)
    .select(['post.id', 'post.search']);
  const best = app.db
    .selectFrom(candidates.as('candidate'))
    .select('candidate.id')
    .select(sql<number>`ts_rank('{0.05, 0.1, 0.2, 1}', candidate.search, ${query})`.as('rank'))
    .orderBy('rank', 'desc')
    .orderBy('candidate.id', 'desc')
    .limit(mostLookedAt);
  const rows = await app.db
    .selectFrom(best.as('best'))
    .where((where) =>
      where.exists(
        visiblePosts(app.db, viewer).where('post.id', '=', sql.ref<string>('best.id')).select('post.id'),
      ),
    )
    .orderBy('best.rank', 'desc')
    .orderBy('best.id', 'desc')
    .limit(mostSimilar)
    .select('best.id')
    .execute();
  return rows.map(({ id }) => id);
}
