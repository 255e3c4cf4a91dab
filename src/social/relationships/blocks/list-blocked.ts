import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Whom the viewer has blocked, the newest first; `words` are to be in their names. */
export const listBlocked = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  toPeople(
    app,
    viewer,
    named(app, words)
      .innerJoin('social.block as block', 'block.blocked_id', 'person.id')
      .where('block.blocker_id', '=', viewer.id)
      .orderBy('block.created_at', 'desc')
      .orderBy('person.id'),
    page,
  );

/** Whom the viewer has muted, the newest first; `words` are to be in their names. */
export const listMuted = (app: App, viewer: Viewer, page = 0, words = ''): Promise<PageOfPeople> =>
  toPeople(
    app,
    viewer,
    named(app, words)
      .innerJoin('social.mute as mute', 'mute.muted_id', 'person.id')
      .where('mute.muter_id', '=', viewer.id)
      .orderBy('mute.created_at', 'desc')
      .orderBy('person.id'),
    page,
  );

function named({ db }: App, words: string) {
  let query = db.selectFrom(livePeople('person')).select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return query;
}
