import { sql } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/name-matches.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from './between.ts';
import { toPeople, type PageOfPeople } from './page-of-people.ts';

/** Returns people whose username or name contains all the words. */
export async function searchPeople(app: App, viewer: Viewer, words: string, page = 0): Promise<PageOfPeople> {
  const conditions = nameMatches(sql.ref('person.searchable'), words);
  if (conditions.length === 0) return { items: [], hasMore: false };
  let query = app.db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .orderBy('person.id')
    .select('person.id');
  for (const condition of conditions) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
