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
  const rows = await app.db
    .selectFrom(
      visiblePosts(app.db, viewer)
        .where('post.kind', '=', 'question')
        .where('post.held_at', 'is', null)
        .where(sql<SqlBool>`post.search @@ ${query}`)
        .$call(whenGiven(except, (posts, except) => posts.where('post.id', '!=', except)))
        .orderBy('post.id', 'desc')
        .limit(mostCandidates)
        .select(['post.id', 'post.search'])
        .as('candidate'),
    )
    .orderBy(sql`ts_rank('{0.05, 0.1, 0.2, 1}', candidate.search, ${query})`, 'desc')
    .orderBy('candidate.id', 'desc')
    .limit(mostSimilar)
    .select('candidate.id')
    .execute();
  return rows.map(({ id }) => id);
}
