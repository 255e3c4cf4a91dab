import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { List, ListRequest } from '../../lists/list.ts';
import type { PageOfPeople } from '../page-of-people.ts';
import { getProfile } from '../profiles/get-profile.ts';
import { toUserRecord, UserRecord } from './user-record.ts';

/** A list of people that can be requested by name. */
export const listOfPeople = (
  read: (app: App, viewer: Viewer, wanted: ListRequest) => Promise<PageOfPeople>,
): List => ({
  record: UserRecord,
  load: async (app, viewer, wanted) => {
    const page = await read(app, viewer, wanted);
    return { data: page.items.map((person) => toUserRecord(app, person)), has_more: page.hasMore };
  },
});

/** Returns the owner of the requested list. Defaults to the viewer. */
export async function ownerOf(app: App, viewer: Viewer, { id, username }: ListRequest): Promise<string> {
  if (id === undefined && username === undefined) return viewer.id;
  const profile = await getProfile(app, viewer, username === undefined ? { id: id ?? '' } : { username });
  return profile.id;
}
