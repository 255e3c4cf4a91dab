import { isFiltered, type SearchQuery } from './parse-query.ts';
import { combine, type ParsedText, type TextQuery, type UnknownWord } from './to-tsquery.ts';

interface Corrected {
  query: SearchQuery;
  text: TextQuery;
}

/**
 * Returns queries with unknown words replaced by similar known ones, and their full-text queries. For a single
 * word, returns all candidates, because a known word may occur only in posts hidden from the viewer.
 */
export function corrections(
  query: SearchQuery,
  { parts, aboutKnown }: Pick<ParsedText, 'parts' | 'aboutKnown'>,
  unknown: readonly UnknownWord[],
): Corrected[] {
  const correct = (replacements: ReadonlyMap<string, UnknownWord['alike'][number]>): Corrected => {
    const found = query.words.map((word) => replacements.get(word));
    const counts = found.flatMap((known) => known?.about ?? []);
    return {
      query: { ...query, words: query.words.map((word, n) => found[n]?.word ?? word) },
      text: {
        words: combine({ ...parts, wanted: parts.wanted.map((part, n) => found[n]?.words ?? part) }),
        about: Math.min(...counts, aboutKnown ?? Infinity),
      },
    };
  };
  const [one] = unknown;
  if (one && query.words.length === 1 && !isFiltered(query))
    return one.alike.map((known) => correct(new Map([[one.word, known]])));
  const likeliest = new Map(unknown.flatMap(({ word, alike: [first] }) => (first ? [[word, first]] : [])));
  return likeliest.size === 0 ? [] : [correct(likeliest)];
}
