import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { typedWords } from '../text/typed-words.ts';

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
export const postQueryOf = (words: RawBuilder<unknown>, { isPhrase = false } = {}): RawBuilder<string> =>
  sql`social.post_query(${words}, ${isPhrase})`;
