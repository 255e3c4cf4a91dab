import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { typedWords } from '../text/tokens.ts';
import { learned } from './learn-words.ts';
import { isFiltered, type SearchQuery } from './parse-query.ts';

/**
 * Converts typed words, "phrases", -excluded words and `or` to a PostgreSQL tsquery. Empty if it contains no
 * significant words.
 */
export async function getTextQuery({ db }: Pick<App, 'db'>, typed: string): Promise<string> {
  const { rows } = await sql<{ words: string }>`select (${textQuery(typed)})::text as words`.execute(db);
  return rows[0]?.words ?? '';
}

function textQuery(typed: string): RawBuilder<string> {
  const groups = typedWords(typed).map((words) =>
    words.map(({ text, isPhrase, isExcluded }) =>
      isExcluded ? sql`!!${postQuery(text, { isPhrase: true })}` : postQuery(text, { isPhrase }),
    ),
  );
  const wanted = groups.map((parts) => sql<string>`(${sql.join(parts, sql` && `)})`);
  return wanted.length === 0 ? sql`''::tsquery` : sql`${sql.join(wanted, sql` || `)}`;
}

/** SQL: a tsquery for `social.post.search` that matches all words, or all words in this order. */
export const postQuery = (words: string, { isPhrase = false } = {}): RawBuilder<string> =>
  postQueryOf(sql`${words}`, { isPhrase });

/** Like `postQuery`, for words in a column. */
const postQueryOf = (words: RawBuilder<unknown>, { isPhrase = false } = {}): RawBuilder<string> =>
  sql`social.post_query(${words}, ${isPhrase})`;

/** Maximum number of words that a prefix expands to. */
const maxCompletions = 8;

/** A full-text query. */
export interface TextQuery {
  /** As a PostgreSQL tsquery. Empty if the input contains no significant words. */
  words: string;
  /** Approximate number of posts with the rarest word. Undefined if unknown. */
  about: number | undefined;
}

/** A word, as typed, that was not learned from any post, and similar known words, most similar first. */
export interface UnknownWord {
  word: string;
  /** As a PostgreSQL tsquery. */
  words: string;
  alike: { word: string; words: string; about: number }[];
}

/** A full-text query, with what is needed to correct it. */
interface ParsedText extends TextQuery {
  /** The words and phrases of the query, and the excluded ones, each as a tsquery. */
  parts: { wanted: string[]; unwanted: string[] };
  /** Approximate number of posts with the rarest known word. */
  aboutKnown: number | undefined;
  unknown: UnknownWord[];
}

const nothing: ParsedText = {
  words: '',
  about: undefined,
  aboutKnown: undefined,
  parts: { wanted: [], unwanted: [] },
  unknown: [],
};

/** Maximum number of words that are corrected, and of alternatives per word. */
const [maxUnknown, maxAlike] = [3, 5];

/**
 * Converts a search query to a full-text query. The last word may be a prefix. It is expanded to known words
 * first, because a prefix search would read the posts of all words with this prefix, unless there are few.
 */
export async function toTsquery({ db }: Pick<App, 'db'>, query: SearchQuery): Promise<ParsedText> {
  const { words, phrases, without } = query;
  if (words.length + phrases.length === 0) return nothing;
  const last = words.at(-1);
  const wanted = [
    ...words.slice(0, -1).map((word) => postQuery(word)),
    ...(last === undefined ? [] : [prefixQuery(last)]),
    ...phrases.map((phrase) => postQuery(phrase, { isPhrase: true })),
  ];
  const unwanted = without.map((words) => postQuery(words, { isPhrase: true }));
  const texts = (queries: RawBuilder<unknown>[]) =>
    sql`array[${sql.join(queries.map((each) => sql`(${each})::text`))}]::text[]`;
  // Only these are learned: the number of posts with another word is unknown.
  const whole = (words: readonly string[]) => sql`${[...words, ...phrases].join(' ')}::text`;
  const { rows } = await sql<{
    wanted: string[];
    unwanted: string[];
    counts: number[];
    begun: number | null;
    unknown: UnknownWord[];
  }>`
    with completion as materialized (${completions({ db }, 'word', last ?? '', maxCompletions)})
    select ${texts(wanted)} as wanted, ${texts(unwanted)} as unwanted, array(
      select coalesce(known.n, 0)::integer
      from unnest(tsvector_to_array(search.vector('search.stemmed',
        case when exists (select from completion) then ${whole(words.slice(0, -1))} else ${whole(words)} end
      ))) as lexeme (stem) cross join lateral (${countOfStem(sql.ref('lexeme.stem'))}) as known
      where length(lexeme.stem) > 2 and lexeme.stem ~ ${learned} and lexeme.stem !~ ('[' || search.single() || ']')
    ) as counts, (select sum(n)::integer from completion) as begun, ${unknownAmong({ db }, words)} as unknown`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return nothing;
  const { counts, begun, unknown, ...parts } = row;
  const all = [...counts, ...(begun === null ? [] : [begun])];
  return {
    words: combine(parts),
    about: minOf(all),
    aboutKnown: minOf(all.filter((count) => count > 0)),
    parts,
    unknown,
  };
}

/** All wanted parts and none of the unwanted ones. Empty if no wanted part contains a significant word. */
function combine({ wanted, unwanted }: ParsedText['parts']): string {
  const significant = (parts: readonly string[]) => parts.filter((part) => part !== '');
  if (significant(wanted).length === 0) return '';
  return [
    ...significant(wanted).map((part) => `(${part})`),
    ...significant(unwanted).map((part) => `!(${part})`),
  ].join(' & ');
}

const minOf = (counts: readonly number[]) => (counts.length === 0 ? undefined : Math.min(...counts));

/** SQL: the number of posts with words of a stem. */
const countOfStem = (stem: RawBuilder<unknown>) =>
  sql`select sum(n) as n from social.search_word where kind = 'word' and search_word.stem = ${stem}`;

/**
 * The last word may be a prefix of a known word. Words shorter than four letters are similar to too many
 * others.
 */
const unknownAmong = ({ db }: Pick<App, 'db'>, words: readonly string[]) => {
  const typed = sql.ref<string>('typed.word');
  return sql`(
    select coalesce(json_agg(json_build_object(
      'word', typed.given, 'words', (${postQueryOf(typed, { isPhrase: true })})::text, 'alike', (
        select coalesce(json_agg(json_build_object(
          'word', alike.word, 'words', (${postQueryOf(sql.ref('alike.word'))})::text, 'about', known.n)), '[]')
        from (${similar({ db }, 'word', typed, maxAlike)}) as alike
        cross join lateral (${countOfStem(sql.ref('alike.stem'))}) as known))), '[]')
    from (
      select given.word as given, search.folded(given.word) as word from unnest(${words}::text[]) with ordinality as given (word, place)
      where length(given.word) > 3 and not (place = ${words.length}::integer and exists (select from completion))
        and not exists (select from social.search_word as known where known.kind = 'word' and known.stem =
          coalesce((tsvector_to_array(search.vector('search.stemmed', given.word)))[1], ''))
      limit ${sql.lit(maxUnknown)}
    ) as typed)`;
};

/**
 * The word itself or a word with this prefix. Stop words such as "the" are ignored with their completions.
 */
function prefixQuery(word: string) {
  const itself = postQuery(word);
  const unknown = /^[\p{L}\p{N}]{3,}$/u.test(word)
    ? sql`search.beginning('search.stemmed', ${word})`
    : sql`''::tsquery`;
  const completed = sql`(select string_agg('(' || (${postQueryOf(sql.ref('word'))})::text || ')', ' | ')::tsquery
    from completion where numnode(${postQueryOf(sql.ref('word'))}) > 0)`;
  return sql`(case when numnode(${itself}) = 0 then ''::tsquery else ${itself} || coalesce(${completed},
    case when exists (select from completion) then ''::tsquery else ${unknown} end) end)`;
}

/** The most frequent words or hashtags with a prefix. */
export function completions({ db }: Pick<App, 'db'>, kind: 'word' | 'tag', beginning: string, limit: number) {
  const from = sql<string>`search.name(${beginning})`;
  return db
    .selectFrom('social.search_word')
    .where('kind', '=', kind)
    .where(sql<boolean>`${sql.lit(beginning.length > 1)}`)
    .where('folded', '>=', from)
    .where('folded', '<', sql<string>`${from} || ${'\u{10ffff}'}`)
    .orderBy('n', 'desc')
    .orderBy('word')
    .limit(limit)
    .select(['word', 'n']);
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
    .select(['known.word', 'known.n', 'known.stem']);
};

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
