import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isFiltered, type SearchQuery } from './parse-query.ts';

/** A word not learned from any post, and similar known words, most similar first. */
export interface UnknownWord {
  word: string;
  /** As a PostgreSQL tsquery. */
  words: string;
  alike: string[];
}

/**
 * Returns queries with unknown words replaced by similar known ones. For a single word, returns all
 * candidates, because a known word may occur only in posts hidden from the viewer.
 */
export function corrections(query: SearchQuery, unknown: readonly UnknownWord[]): SearchQuery[] {
  const [one] = unknown;
  if (one && query.words.length === 1 && !isFiltered(query))
    return one.alike.map((word) => ({ ...query, words: [word] }));
  const likeliest = new Map(unknown.flatMap(({ word, alike: [first] }) => (first ? [[word, first]] : [])));
  if (likeliest.size === 0) return [];
  return [{ ...query, words: query.words.map((word) => likeliest.get(word.toLowerCase()) ?? word) }];
}

/** Returns known words similar to a word, most similar first. */
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
