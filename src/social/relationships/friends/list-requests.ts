import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Returns pending friend requests to the viewer. */
export const listRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, viewer.id, { me: 'recipient_id', listed: 'requester_id' }), page);

/** Returns pending friend requests from the viewer. */
export const listSentRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(app, viewer, waiting(app, viewer.id, { me: 'requester_id', listed: 'recipient_id' }), page);

/** Counts pending friend requests to an account, for the navigation. */
export async function countRequests(app: App, accountId: string): Promise<number> {
  const { n } = await app.db
    .selectFrom(
      waiting(app, accountId, { me: 'recipient_id', listed: 'requester_id' }).limit(100).as('requester'),
    )
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

type Side = 'requester_id' | 'recipient_id';

/** Latest first. `offset 0` makes the query walk the index in order until the page is full. */
const waiting = (app: App, accountId: string, { me, listed }: { me: Side; listed: Side }) =>
  app.db
    .selectFrom(
      sql<{ id: string; requested_at: Date }>`(
        select ${sql.ref(listed)} as id, requested_at from social.friendship
        where ${sql.ref(me)} = ${accountId} and accepted_at is null and declined_at is null
        order by requested_at desc offset 0)`.as<'request'>(sql.ref('request')),
    )
    .innerJoinLateral(livePerson('person', 'request.id'), (join) => join.onTrue())
    .orderBy('request.requested_at', 'desc')
    .select('person.id');
