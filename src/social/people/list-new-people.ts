import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { hasRequestBetween, blockedBetween, followedBy, mutedBy } from './between.ts';
import { peopleOnPage, toPeople, type PageOfPeople } from './page-of-people.ts';

/**
 * Returns people whom the viewer does not follow and who are not friends or in a friend request, newest
 * first.
 */
export function listNewPeople(app: App, viewer: Viewer, page = 0, max = peopleOnPage): Promise<PageOfPeople> {
  const query = unconnectedPeople(app, viewer).orderBy('person.id', 'desc').select('person.id');
  return toPeople(app, viewer, query, page, max);
}

/** People the viewer has no relationship with, unordered. Omits authors with content held for review. */
export const unconnectedPeople = ({ db }: Pick<App, 'db'>, viewer: Viewer) =>
  db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .where('person.id', '!=', viewer.id)
    .where((eb) => eb.not(followedBy('person.id', viewer.id)))
    .where((eb) => eb.not(hasRequestBetween('person.id', viewer.id)))
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .where((eb) => eb.not(mutedBy('person.id', viewer.id)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('social.moderation_case as waiting')
            .select('waiting.id')
            .whereRef('waiting.author_id', '=', 'person.id')
            .where('waiting.held_at', 'is not', null)
            .where('waiting.settled_at', 'is', null),
        ),
      ),
    );
