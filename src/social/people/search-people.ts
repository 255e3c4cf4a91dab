import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from './between.ts';
import { namePatterns } from './name-patterns.ts';
import { toPeople, type PageOfPeople } from './page-of-people.ts';

/** People whose user name or name has every one of the words in it. */
export async function searchPeople(app: App, viewer: Viewer, words: string, page = 0): Promise<PageOfPeople> {
  const parts = namePatterns(words);
  if (parts.length === 0) return { people: [], hasMore: false };
  let query = app.db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .orderBy('person.id')
    .select('person.id');
  for (const part of parts)
    query = query.where((eb) => eb.or(part.map((like) => eb('person.searchable', 'like', like))));
  return toPeople(app, viewer, query, page);
}
