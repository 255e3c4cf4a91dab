import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { whenGiven, type CursorPage } from '../../platform/database/queries.ts';
import { typedWords, type TypedWord } from '../text/tokens.ts';
import { selectTerms, type Term } from './reading.ts';

const termsOnPage = 50;

interface TermFilter {
  letter?: string | undefined;
  /** Search terms: prefixes of words in a name or alias, or words of the definition. */
  words?: string | undefined;
  setId?: string | undefined;
  /** Cursor: terms after this one in index order. Alternatively `page`, counted from 0. */
  after?: string | undefined;
  page?: number | undefined;
}

export type PageOfTerms = CursorPage<Term>;

/** Returns terms in index order, or search results by relevance. */
export async function listTerms(app: Pick<App, 'db'>, filter: TermFilter): Promise<PageOfTerms> {
  const { letter, words, setId, after, page = 0 } = filter;
  const search = words === undefined ? undefined : toSearch(words);
  const rows = await selectTerms(app)
    .$call(whenGiven(letter, (query, letter) => query.where('term.letter', '=', letter)))
    .$call(
      whenGiven(setId, (query, setId) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('social.term_in_set as chosen')
              .whereRef('chosen.term_id', '=', 'term.id')
              .where('chosen.set_id', '=', setId)
              .select('chosen.term_id'),
          ),
        ),
      ),
    )
    .$call(
      whenGiven(search, (query, search) =>
        query
          .where(sql<boolean>`term.search @@ ${search}`)
          .orderBy(sql`ts_rank(term.search, ${search})`, 'desc'),
      ),
    )
    .$if(search === undefined && after !== undefined, (query) =>
      query.where(
        sql<boolean>`(term.sort_key, term.id) > (select sort_key, id from social.term where id = ${after ?? ''})`,
      ),
    )
    .orderBy('term.sort_key')
    .orderBy('term.id')
    .offset(page * termsOnPage)
    .limit(termsOnPage + 1)
    .execute();
  const terms = rows.slice(0, termsOnPage);
  return {
    items: terms,
    next: rows.length > termsOnPage && search === undefined ? terms.at(-1)?.id : undefined,
  };
}

/** SQL: terms with words that begin so, or with the words and phrases and without the excluded words. */
function toSearch(typed: string) {
  const groups = typedWords(typed);
  const all = (words: TypedWord[], query: (word: TypedWord) => RawBuilder<unknown>) =>
    sql`(${sql.join(words.map(query), sql` && `)})`;
  const queries = groups.map((words) =>
    all(words, ({ text, isPhrase, isExcluded }) =>
      isExcluded
        ? sql`!!search.query('search.stemmed', ${text}, true)`
        : sql`search.query('search.stemmed', ${text}, ${isPhrase})`,
    ),
  );
  const words = groups.flat();
  if (words.length > 0 && !words.some(({ isExcluded }) => isExcluded))
    queries.push(all(words, ({ text }) => sql`search.beginning('search.unstemmed', ${text})`));
  return queries.length === 0 ? sql`''::tsquery` : sql`(${sql.join(queries, sql` || `)})`;
}

/**
 * Returns the first letters of all terms in order. A recursive query reads the index once per letter,
 * regardless of the number of terms.
 */
export async function listLetters({ db }: Pick<App, 'db'>): Promise<string[]> {
  const next = (beyond: ReturnType<typeof sql>) => sql`(
    select term.letter from social.term where deleted_at is null ${beyond} order by letter limit 1)`;
  const { rows } = await sql<{ letter: string }>`
    with recursive found as (
      select ${next(sql``)} as letter
      union all
      select ${next(sql`and term.letter > found.letter`)} from found where found.letter is not null
    )
    select letter from found where letter is not null`.execute(db);
  return rows.map(({ letter }) => letter);
}
