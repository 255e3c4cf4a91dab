import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isFiltered, type SearchQuery } from './parse-query.ts';

/** A word that was learned from no post, and the known ones that are written much like it, the likest first. */
export interface UnknownWord {
  word: string;
  /** In PostgreSQL's terms. */
  words: string;
  alike: string[];
}

/**
 * The query with known words in place of those that nobody has written. What is known may be on nothing that somebody may see:
 * of a word by itself those that are less like it are there too.
 */
export function corrections(query: SearchQuery, unknown: readonly UnknownWord[]): SearchQuery[] {
  const [one] = unknown;
  if (one && query.words.length === 1 && !isFiltered(query))
    return one.alike.map((word) => ({ ...query, words: [word] }));
  const likeliest = new Map(unknown.flatMap(({ word, alike: [first] }) => (first ? [[word, first]] : [])));
  if (likeliest.size === 0) return [];
  return [{ ...query, words: query.words.map((word) => likeliest.get(word.toLowerCase()) ?? word) }];
}

/** Known words that are written much like this one, the likest first. */
export const similar = (
  { db }: Pick<App, 'db'>,
  kind: 'word' | 'tag',
  word: string | RawBuilder<string>,
  limit: number,
) => {
  const typed = sql<string>`${word}::text`;
  return db
    .selectFrom('social.search_word as known')
    .where('known.kind', '=', kind)
    .where(sql<boolean>`known.folded % search.name(${typed})`)
    .where('known.word', '!=', typed)
    .where(sql<boolean>`abs(length(known.word) - length(${typed})) < 3`)
    .orderBy(sql`round(similarity(known.folded, search.name(${typed}))::numeric, 1)`, 'desc')
    .orderBy('known.n', 'desc')
    .limit(limit)
    .select(['known.word', 'known.n']);
};
