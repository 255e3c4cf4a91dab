import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notBlocked } from '../../people/between.ts';
import { toPeople, type PageOfPeople } from '../../people/lists.ts';

/** Maximum contacts of each kind, newest first. Others can be found by name. */
const maxOfKind = 500;

/**
 * Returns the viewer's likely contacts: friends, people they follow, and people they have exchanged messages
 * with.
 */
export async function listContacts(
  app: App,
  viewer: Viewer,
  { words = '', page = 0, skipped = [] }: { words?: string; page?: number; skipped?: string[] } = {},
): Promise<PageOfPeople> {
  const newest = (column: string) =>
    words === '' ? sql`order by ${sql.ref(column)} desc limit ${sql.lit(maxOfKind)}` : sql``;
  let query = app.db
    .selectFrom(
      sql<{ id: string }>`(
        (select recipient_id as id from social.friendship where requester_id = ${viewer.id} and accepted_at is not null ${newest('accepted_at')})
        union (select requester_id from social.friendship where recipient_id = ${viewer.id} and accepted_at is not null ${newest('accepted_at')})
        union (select followed_id from social.follow where follower_id = ${viewer.id} ${newest('created_at')})
        union (select other.account_id from social.conversation_member as mine
          join social.conversation as pair on pair.id = mine.conversation_id and not pair.is_group
          join social.conversation_member as other on other.conversation_id = mine.conversation_id
          where mine.account_id = ${viewer.id} and mine.requested_at is null and other.account_id <> ${viewer.id}
          ${newest('mine.last_message_id')})
      )`.as('contact'),
    )
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'contact.id'))
    .where('person.is_former', '=', false)
    .where(notBlocked('contact.id', viewer.id))
    .where('person.id', '<>', sql<string>`all(${skipped}::bigint[])`)
    .orderBy('person.first_name')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
