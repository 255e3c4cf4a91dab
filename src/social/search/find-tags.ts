import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { complete } from './to-tsquery.ts';

/** A hashtag, and about how many public posts have it. */
export interface FoundTag {
  tag: string;
  posts: number;
}

/** Hashtags that begin so; where none does, those that are written much alike. */
export async function findTags({ db }: Pick<App, 'db'>, word: string, most: number): Promise<FoundTag[]> {
  const tag = word.toLowerCase().replace(/^#/, '');
  const begun = await complete({ db }, 'tag', tag, most);
  const found = begun.length > 0 || tag.length < 4 ? begun : await similar({ db }, 'tag', tag, most);
  return found.map(({ word, n }) => ({ tag: word, posts: n }));
}

/** Known words that are written much like this one, the likest first. */
export const similar = ({ db }: Pick<App, 'db'>, kind: 'word' | 'tag', word: string, most: number) =>
  db
    .selectFrom('social.search_word')
    .where('kind', '=', kind)
    .where(sql<boolean>`word % ${word}`)
    .where('word', '!=', word)
    .where(sql<boolean>`abs(length(word) - ${word.length}::integer) < 3`)
    .orderBy(sql`round(similarity(word, ${word})::numeric, 1)`, 'desc')
    .orderBy('n', 'desc')
    .limit(most)
    .select(['word', 'n'])
    .execute();
