import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getProfiles, type Profile } from './profiles/profile.ts';
import type { NumberedPage } from '../../platform/database/paging.ts';

export const peopleOnPage = 20;

/** A page of a list of people. */
export type PageOfPeople = NumberedPage<Profile>;

/** A query that selects account ids in the order of a list. */
interface Ids {
  offset(rows: number): Ids;
  limit(rows: number): Ids;
  execute(): Promise<{ id: string }[]>;
}

/** Returns a page, counted from 0. */
export async function toPeople(
  app: App,
  viewer: Viewer | undefined,
  query: Ids,
  page = 0,
  max = peopleOnPage,
): Promise<PageOfPeople> {
  const rows = await query
    .offset(page * max)
    .limit(max + 1)
    .execute();
  const ids = rows.slice(0, max).map(({ id }) => id);
  return {
    items: await getProfiles(app, viewer, ids, { withMutualFriends: true }),
    hasMore: rows.length > max,
  };
}
