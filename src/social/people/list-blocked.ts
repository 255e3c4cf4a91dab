import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from './page-of-people.ts';

/** Whom the viewer has blocked, the newest first. */
export function listBlocked(app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> {
  const query = app.db
    .selectFrom('social.block as block')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'block.blocked_id'))
    .where('block.blocker_id', '=', viewer.id)
    .orderBy('block.created_at', 'desc')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}
