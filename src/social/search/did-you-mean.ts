import type { App } from '../../platform/app.ts';
import { similar } from './find-tags.ts';
import type { SearchQuery } from './parse-query.ts';

/** The query with known words in place of those that nobody has written; undefined when there is nothing to put right. */
export async function putRight(app: Pick<App, 'db'>, query: SearchQuery): Promise<SearchQuery | undefined> {
  const words: string[] = [];
  for (const word of query.words) words.push(await knownFor(app, word.toLowerCase()));
  if (words.every((word, index) => word === query.words[index]?.toLowerCase())) return undefined;
  return { ...query, words };
}

async function knownFor({ db }: Pick<App, 'db'>, word: string): Promise<string> {
  if (word.length < 4) return word;
  const known = await db
    .selectFrom('social.search_word')
    .where('kind', '=', 'word')
    .where('word', '=', word)
    .select('word')
    .executeTakeFirst();
  if (known) return word;
  const [closest] = await similar({ db }, 'word', word, 1);
  return closest?.word ?? word;
}
