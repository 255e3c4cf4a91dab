import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findInGroups, postGroups } from './find-posts.ts';
import { similar } from './find-tags.ts';
import type { SearchQuery } from './parse-query.ts';
import { toTsquery } from './to-tsquery.ts';

/** The query with known words in place of those that nobody has written; undefined when there is nothing to put right. */
export async function putRight(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  query: SearchQuery,
): Promise<SearchQuery | undefined> {
  const words: string[] = [];
  for (const word of query.words) words.push(await knownFor(app, viewer, word.toLowerCase()));
  if (words.every((word, index) => word === query.words[index]?.toLowerCase())) return undefined;
  return { ...query, words };
}

const maxTried = 5;

async function knownFor({ db }: Pick<App, 'db'>, viewer: Viewer | undefined, word: string): Promise<string> {
  if (word.length < 4 || (await isWritten(db, viewer, word))) return word;
  for (const { word: closest } of await similar({ db }, 'word', word, maxTried).execute())
    if (await isWritten(db, viewer, closest)) return closest;
  return word;
}

/** Whether the viewer may see a post with it: what was learned when a post was public may be on none by now. */
async function isWritten(db: App['db'], viewer: Viewer | undefined, word: string): Promise<boolean> {
  const { words, about } = await toTsquery({ db }, { words: [], phrases: [word], without: [] });
  const found = await findInGroups(
    { db },
    viewer,
    postGroups.map((group) => ({ words, about, group, sort: 'newest', limit: 1 })),
  );
  return found.some(({ length }) => length > 0);
}
