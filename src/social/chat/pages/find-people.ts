import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Person } from '../../people/person.ts';
import { searchPeople } from '../../people/lists.ts';
import { listContacts } from '../members/list-contacts.ts';

/** Returns contacts and, with a search text, everyone with a matching name. */
export async function findPeople(app: App, viewer: Viewer, words = ''): Promise<Person[]> {
  const contacts = (await listContacts(app, viewer, { words })).items;
  const others = words.trim() === '' ? [] : (await searchPeople(app, viewer, words)).items;
  return [...new Map([...contacts, ...others].map((each) => [each.id, each])).values()].filter(
    ({ id }) => id !== viewer.id,
  );
}
