import { minutes } from '../../kernel/time.ts';
import { verb, type App, type Viewer } from '../../platform/app.ts';
import { type RawBuilder, sql } from 'kysely';
import { visiblePosts } from '../posts/reading/visible.ts';
import { postQuery } from '../search/to-tsquery.ts';
import { inSlices } from '../search/slices.ts';
import type { Question } from './question.ts';
import { getQuestions } from './reading.ts';

const maxSimilar = 5;
/** Maximum number of questions with words in common that are ranked, the newest ones. */
const maxCandidates = 500;
/** Approximate number of candidates per slice of posts. */
const candidatesAtOnce = 100;
/** Maximum number of the best matches whose visibility is checked, which costs more than comparing words. */
const maxScanned = 50;

/**
 * Returns questions similar to a draft title: first those with all its words, then those with some in their
 * title.
 */
export const similarQuestions = async (
  app: App,
  viewer: Viewer | undefined,
  title: string,
): Promise<Question[]> => getQuestions(app, viewer, await findSimilarIds(app, viewer, title));

/** `similarQuestions` while a title is typed. */
export const findSimilar = verb(
  {
    name: 'questions.find-similar',
    scope: 'read',
    who: 'anyone',
    limit: { by: ['address'], calls: 300, within: minutes(5) },
  },
  similarQuestions,
);

/** Returns the ids of similar questions. Single characters are ignored. */
export async function findSimilarIds(
  app: App,
  viewer: Viewer | undefined,
  title: string,
  except: string | null = null,
): Promise<string[]> {
  const withAllWords = sql<boolean>`post.search @@ wanted.words`;
  const withSomeInTitle = sql<boolean>`ts_filter(post.search, '{a}') @@ wanted.any_word`;
  const bestOf = (place: 1 | 2, isMatch: RawBuilder<boolean>, query: RawBuilder<string>) => sql`
    select ${sql.lit(place)} as place, best.id, best.rank from wanted
    cross join lateral (${best(app, viewer, { isMatch, query, except })}) as best`;
  const { rows } = await sql<{ id: string }>`
    with wanted (words, any_word, in_title) as materialized (
      select ${postQuery(title)}, string_agg(quote_literal(lexeme), ' | ')::tsquery,
        string_agg(quote_literal(lexeme) || ':A', ' | ')::tsquery
      from unnest(search.vector('search.stemmed', ${title})) where positions is not null
    )
    select id::text from (
      ${bestOf(1, withAllWords, sql.ref('wanted.words'))} union all ${bestOf(2, withSomeInTitle, sql.ref('wanted.in_title'))}
    ) as found order by place, rank desc, id desc`.execute(app.db);
  return [...new Set(rows.map(({ id }) => id))].slice(0, maxSimilar);
}

interface Candidates {
  /** Condition on `post`, which an index with slices covers. */
  isMatch: RawBuilder<boolean>;
  /** The tsquery that candidates are ranked by. */
  query: RawBuilder<string>;
  except: string | null;
}

/** SQL: the best visible ones of the newest candidates. */
function best(app: App, viewer: Viewer | undefined, { isMatch, query, except }: Candidates) {
  const candidates = inSlices({
    isMatch: sql<boolean>`post.deleted_at is null and post.kind = 'question' and ${isMatch}`,
    isWanted: sql<boolean>`post.held_at is null and post.id is distinct from ${except}::bigint`,
    rank: sql<number>`ts_rank('{0.05, 0.1, 0.2, 1}', post.search, ${query})`,
    start: sql`select max(id) + 1 as below, 1 as level from social.post`,
    authorId: undefined,
    minId: '0',
    limit: candidatesAtOnce,
  });
  const ranked = sql<{ id: string; rank: number }>`(
    select id, rank from (${candidates} limit ${sql.lit(maxCandidates)}) as candidate
    order by rank desc, id desc limit ${sql.lit(maxScanned)})`;
  return app.db
    .selectFrom(ranked.as('ranked'))
    .where((where) =>
      where.exists(
        visiblePosts(app.db, viewer).where('post.id', '=', sql.ref<string>('ranked.id')).select('post.id'),
      ),
    )
    .orderBy('ranked.rank', 'desc')
    .orderBy('ranked.id', 'desc')
    .limit(maxSimilar)
    .select(['ranked.id', 'ranked.rank']);
}
