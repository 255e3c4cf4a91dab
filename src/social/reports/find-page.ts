import { livePeople } from '../../identity/live-people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBetween } from '../people/between.ts';
import { toPerson, type Person } from '../people/person.ts';

/** A page as one reports it: what it says of itself, and who answers for it. */
export interface ReportedPage {
  ownerId: string;
  owner: Person;
  username: string;
  title: string;
  about: string;
}

/** A page that the viewer may see. Throws in the words for what is not there. */
export async function findPage(app: App, viewer: Viewer, id: string): Promise<ReportedPage> {
  const row = await app.db
    .selectFrom('social.page as page')
    .innerJoin(livePeople('owner'), (join) => join.onRef('owner.id', '=', 'page.owner_id'))
    .where('page.id', '=', id)
    .where('page.deleted_at', 'is', null)
    .where('page.suspended_at', 'is', null)
    .where('page.held_at', 'is', null)
    .where((eb) => eb.not(blockedBetween('page.owner_id', viewer.id)))
    .select(['page.username as name', 'page.title', 'page.about'])
    .select(['owner.id', 'owner.username', 'owner.first_name', 'owner.last_name'])
    .select(['owner.picture', 'owner.picture_small', 'owner.verified_at'])
    .executeTakeFirst();
  if (!row) throw missing('Page');
  const { name, title, about } = row;
  return { ownerId: row.id, owner: toPerson(app, row), username: name, title, about };
}
