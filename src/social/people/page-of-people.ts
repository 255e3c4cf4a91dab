import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readProfiles, type Profile } from './profile.ts';

export const peopleOnPage = 20;

/** A part of a list of people. */
export interface PageOfPeople {
  people: Profile[];
  hasMore: boolean;
}

/** A query that selects account ids in the order of a list. */
interface Ids {
  offset(rows: number): Ids;
  limit(rows: number): Ids;
  execute(): Promise<{ id: string }[]>;
}

/** Reads a page, counted from 0. */
export async function toPeople(
  app: App,
  viewer: Viewer,
  query: Ids,
  page = 0,
  most = peopleOnPage,
): Promise<PageOfPeople> {
  const rows = await query
    .offset(page * most)
    .limit(most + 1)
    .execute();
  const ids = rows.slice(0, most).map(({ id }) => id);
  return { people: await readProfiles(app, viewer, ids), hasMore: rows.length > most };
}
