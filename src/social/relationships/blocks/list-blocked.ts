import { sql, type RawBuilder } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Returns people the viewer blocked, newest first. `words` filters by name. */
export const listBlocked = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  listThose(
    app,
    viewer,
    { page, words },
    (id) => sql`select blocked_id as person_id, created_at from social.block where blocker_id = ${id}`,
  );

/** Returns people the viewer muted, newest first. `words` filters by name. */
export const listMuted = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  listThose(
    app,
    viewer,
    { page, words },
    (id) => sql`select muted_id as person_id, created_at from social.mute where muter_id = ${id}`,
  );

function listThose(
  app: App,
  viewer: Viewer,
  { page, words }: { page: number; words: string },
  chosen: (id: string) => RawBuilder<unknown>,
): Promise<PageOfPeople> {
  let query = app.db
    .selectFrom(sql<{ person_id: string; created_at: Date }>`(${chosen(viewer.id)})`.as('chosen'))
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'chosen.person_id'))
    .orderBy('chosen.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
