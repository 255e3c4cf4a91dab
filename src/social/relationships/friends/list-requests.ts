import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Who has asked the viewer to be friends and waits for a word. */
export const listRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, 'requester_id').where('recipient_id', '=', viewer.id), page);

/** Whom the viewer has asked, and who has not said yet. */
export const listSentRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, 'recipient_id').where('requester_id', '=', viewer.id), page);

/** How many wait for the viewer's word, for the navigation. */
export async function countRequests(app: App, accountId: string): Promise<number> {
  const { n } = await app.db
    .selectFrom(waiting(app, 'requester_id').where('recipient_id', '=', accountId).limit(100).as('requester'))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const waiting = (app: App, listed: 'requester_id' | 'recipient_id') =>
  app.db
    .selectFrom('social.friendship as friendship')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', `friendship.${listed}`))
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .orderBy('friendship.requested_at', 'desc')
    .select('person.id');
