import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { similar, type UnknownWord } from './did-you-mean.ts';
import type { SearchQuery } from './parse-query.ts';
import { postQuery, postQueryOf } from './get-text-query.ts';

/** Maximum number of words that a prefix expands to. */
const maxCompletions = 8;

/** A full-text query. */
interface TextQuery {
  /** As a PostgreSQL tsquery. Empty if the input contains no significant words. */
  words: string;
  /** Approximate number of posts with the rarest word. Undefined if unknown. */
  about: number | undefined;
  unknown: UnknownWord[];
}

/** Maximum number of words that are corrected, and of alternatives per word. */
const [maxUnknown, maxAlike] = [3, 5];

/**
 * Converts a search query to a full-text query. The last word may be a prefix. It is expanded to known words
 * first, because a prefix search would read the posts of all words with this prefix, unless there are few.
 */
export async function toTsquery({ db }: Pick<App, 'db'>, query: SearchQuery): Promise<TextQuery> {
  const { words, phrases, without } = query;
  if (words.length + phrases.length === 0) return { words: '', about: undefined, unknown: [] };
  const last = words.at(-1);
  const parts = [
    ...words.slice(0, -1).map((word) => postQuery(word)),
    ...(last === undefined ? [] : [prefixQuery(last)]),
    ...phrases.map((phrase) => postQuery(phrase, { isPhrase: true })),
  ];
  const wanted = sql.join(parts, sql` && `);
  const unwanted = sql.join(
    without.map((words) => sql`&& !!${postQuery(words, { isPhrase: true })}`),
    sql` `,
  );
  // Numbers and single characters are not learned.
  const whole = (words: readonly string[]) => sql`${[...words, ...phrases].join(' ')}::text`;
  const { rows } = await sql<{
    all: string;
    rarest: number | null;
    begun: number | null;
    unknown: UnknownWord[];
  }>`
    with completion as materialized (${completions({ db }, 'word', last ?? '', maxCompletions)})
    select case when numnode(wanted) = 0 then '' else (wanted ${unwanted})::text end as all, (
      select min(case when lexeme.stem ~ '^[[:alpha:]][[:alnum:]]{2,}$' and lexeme.stem !~ ('[' || search.unspaced() || ']') then coalesce(known.n, 0) end)::integer
      from unnest(tsvector_to_array(search.vector('search.stemmed',
        case when exists (select from completion) then ${whole(words.slice(0, -1))} else ${whole(words)} end
      ))) as lexeme (stem) cross join lateral (
        select sum(n) as n from social.search_word where kind = 'word' and search_word.stem = lexeme.stem
      ) as known
    ) as rarest, (select sum(n)::integer from completion) as begun, ${unknownAmong({ db }, words)} as unknown
    from (select ${wanted} as wanted) as query`.execute(db);
  const about = Math.min(rows[0]?.rarest ?? Infinity, rows[0]?.begun ?? Infinity);
  return {
    words: rows[0]?.all ?? '',
    about: about === Infinity ? undefined : about,
    unknown: rows[0]?.unknown ?? [],
  };
}

/**
 * The last word may be a prefix of a known word. Words shorter than four letters are similar to too many
 * others.
 */
const unknownAmong = ({ db }: Pick<App, 'db'>, words: readonly string[]) => {
  const typed = sql.ref<string>('typed.word');
  return sql`(
    select coalesce(json_agg(json_build_object(
      'word', typed.word, 'words', (${postQueryOf(typed, { isPhrase: true })})::text,
      'alike', array(select word from (${similar({ db }, 'word', typed, maxAlike)}) as alike))), '[]')
    from (
      select lower(given.word) as word from unnest(${words}::text[]) with ordinality as given (word, place)
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
