import { livePeople } from '../../identity/account/people.ts';
import { msg, missing } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pathOfGroup } from '../access/group.ts';
import { pathOfPage } from '../access/page.ts';
import { getGroup } from '../groups/groups.ts';
import { getPage } from '../pages/reading.ts';

/** Whose events are listed. */
export interface EventHost {
  name: string;
  href: string;
  /** The part of the query that names them. */
  query: Readonly<Record<string, string>>;
}

/** Whose events a query is about. */
export async function getEventHost(
  app: App,
  viewer: Viewer | undefined,
  { page, group, user }: { page?: string | undefined; group?: string | undefined; user?: string | undefined },
): Promise<EventHost | undefined> {
  if (group !== undefined) {
    if (!viewer) throw missing(msg('Group'));
    const found = await getGroup(app, viewer, group);
    return { name: found.title, href: pathOfGroup(found), query: { group } };
  }
  if (page !== undefined) {
    const found = await getPage(app, viewer, { id: page });
    return { name: found.title, href: pathOfPage(found), query: { page } };
  }
  if (user === undefined) return undefined;
  const person = await app.db
    .selectFrom(livePeople('person'))
    .where('id', '=', user)
    .select(['username', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!person) throw missing(msg('Person'));
  const name = `${person.first_name} ${person.last_name}`.trim();
  return { name, href: `/@${person.username}`, query: { user } };
}
