import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { SearchQuery } from './parse-query.ts';
import { postQuery } from './read-text-query.ts';

/** How many words a prefix may match. */
const maxCompletions = 8;

/** What is to be in a text. */
interface TextQuery {
  /** In PostgreSQL's terms; empty when nothing that counts was asked for. */
  words: string;
  /** In about how many posts the rarest of them is; undefined: nobody knows. */
  about: number | undefined;
}

/**
 * What is to be in a text. The last word may be the beginning of one. It is looked up among the known words first: the
 * index would have to gather all posts with any word that begins so, and can only be spared that where there are few.
 */
export async function toTsquery({ db }: Pick<App, 'db'>, query: SearchQuery): Promise<TextQuery> {
  const { words, phrases, without } = query;
  if (words.length + phrases.length === 0) return { words: '', about: undefined };
  const last = words.at(-1);
  const completions = last === undefined ? [] : await complete({ db }, 'word', last, maxCompletions);
  const parts = [
    ...words.slice(0, -1).map((word) => postQuery(word)),
    ...(last === undefined ? [] : [begunBy(last, completions)]),
    ...phrases.map((phrase) => postQuery(phrase, { isPhrase: true })),
  ];
  const wanted = sql.join(parts, sql` && `);
  const unwanted = sql.join(
    without.map((words) => sql`&& !!${postQuery(words, { isPhrase: true })}`),
    sql` `,
  );
  // What is no word, such as a number or a character by itself, was not learned.
  const whole = [...(completions.length > 0 ? words.slice(0, -1) : words), ...phrases].join(' ');
  const { rows } = await sql<{ all: string; rarest: number | null }>`
    select case when numnode(wanted) = 0 then '' else (wanted ${unwanted})::text end as all, (
      select min(case when lexeme.stem ~ '^[[:alpha:]][[:alnum:]]{2,}$' and lexeme.stem !~ ('[' || search.unspaced() || ']') then coalesce(known.n, 0) end)::integer
      from unnest(tsvector_to_array(search.vector('search.stemmed', ${whole}))) as lexeme (stem) cross join lateral (
        select sum(n) as n from social.search_word where kind = 'word' and search_word.stem = lexeme.stem
      ) as known
    ) as rarest from (select ${wanted} as wanted) as query`.execute(db);
  const begun = completions.reduce((sum, { n }) => sum + n, 0);
  const known = [rows[0]?.rarest ?? Infinity, completions.length > 0 ? begun : Infinity];
  const about = Math.min(...known);
  return { words: rows[0]?.all ?? '', about: about === Infinity ? undefined : about };
}

/** The word itself or what it may be the beginning of. Words such as "the" count for nothing, whatever begins so. */
function begunBy(word: string, completions: readonly { word: string }[]) {
  const itself = postQuery(word);
  const isUnknown = completions.length === 0 && /^[\p{L}\p{N}]{3,}$/u.test(word);
  const any = sql.join(
    [
      itself,
      ...completions.map(({ word }) => postQuery(word)),
      ...(isUnknown ? [sql`search.beginning('search.stemmed', ${word})`] : []),
    ],
    sql` || `,
  );
  return sql`(case when numnode(${itself}) = 0 then ''::tsquery else ${any} end)`;
}

/** The most used words, or hashtags, that begin so. */
export async function complete(
  { db }: Pick<App, 'db'>,
  kind: 'word' | 'tag',
  beginning: string,
  limit: number,
): Promise<{ word: string; n: number }[]> {
  if (beginning.length < 2) return [];
  const from = sql<string>`search.name(${beginning})`;
  return db
    .selectFrom('social.search_word')
    .where('kind', '=', kind)
    .where('folded', '>=', from)
    .where('folded', '<', sql<string>`${from} || ${'\u{10ffff}'}`)
    .orderBy('n', 'desc')
    .orderBy('word')
    .limit(limit)
    .select(['word', 'n'])
    .execute();
}
