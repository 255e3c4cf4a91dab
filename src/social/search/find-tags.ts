import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { complete } from './to-tsquery.ts';

/** A hashtag, and about how many public posts have it. */
export interface FoundTag {
  tag: string;
  posts: number;
}

/** Hashtags that begin so, on something that the viewer may see; where none does, those that are written much alike. */
export async function findTags(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  word: string,
  limit: number,
): Promise<FoundTag[]> {
  const tag = word.toLowerCase().replace(/^#/, '');
  const begun = await complete({ db }, 'tag', tag, limit);
  const found = begun.length > 0 || tag.length < 4 ? begun : await similar({ db }, 'tag', tag, limit);
  const seen = await stillSeen(db, viewer, found);
  return found.flatMap(({ word, n }) => (seen.has(word) ? [{ tag: word, posts: n }] : []));
}

/** What was learned when it was public may be on nothing by now that is for the viewer. */
async function stillSeen(
  db: App['db'],
  viewer: Viewer | undefined,
  found: readonly { word: string }[],
): Promise<ReadonlySet<string>> {
  const tags = found.map(({ word }) => word);
  const withTag = visiblePosts(db, viewer)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where(sql<boolean>`hashtag.tag = found.tag`)
    .select('post.id');
  const { rows } = await sql<{ tag: string }>`
    select found.tag from unnest(${tags}::text[]) as found (tag) where exists (${withTag})`.execute(db);
  return new Set(rows.map(({ tag }) => tag));
}

/** Known words that are written much like this one, the likest first. */
export const similar = ({ db }: Pick<App, 'db'>, kind: 'word' | 'tag', word: string, limit: number) =>
  db
    .selectFrom('social.search_word')
    .where('kind', '=', kind)
    .where(sql<boolean>`folded % search.name(${word})`)
    .where('word', '!=', word)
    .where(sql<boolean>`abs(length(word) - ${word.length}::integer) < 3`)
    .orderBy(sql`round(similarity(folded, search.name(${word}))::numeric, 1)`, 'desc')
    .orderBy('n', 'desc')
    .limit(limit)
    .select(['word', 'n'])
    .execute();
