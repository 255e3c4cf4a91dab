import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Whom the viewer has blocked, the newest first; `words` are to be in their names. */
export function listBlocked(app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> {
  let query = app.db
    .selectFrom('social.block as block')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'block.blocked_id'))
    .where('block.blocker_id', '=', viewer.id)
    .orderBy('block.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}

/** Whom the viewer has muted, the newest first; `words` are to be in their names. */
export function listMuted(app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> {
  let query = app.db
    .selectFrom('social.mute as mute')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'mute.muted_id'))
    .where('mute.muter_id', '=', viewer.id)
    .orderBy('mute.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
