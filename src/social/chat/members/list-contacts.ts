import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';
import { friendsOf } from '../../people/friends/mutual-friends.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Whom the viewer is likely to write to: friends, people they follow, and people they have written with. */
export async function listContacts(
  app: App,
  viewer: Viewer,
  { words = '', page = 0 }: { words?: string; page?: number } = {},
): Promise<PageOfPeople> {
  const me = sql`${viewer.id}::bigint`;
  let query = app.db
    .selectFrom(
      sql<{ id: string }>`(
        ${friendsOf(me)}
        union select followed_id from social.follow where follower_id = ${viewer.id}
        union select other.account_id from social.conversation_member as mine
          join social.conversation as pair on pair.id = mine.conversation_id and not pair.is_group
          join social.conversation_member as other on other.conversation_id = mine.conversation_id
          where mine.account_id = ${viewer.id} and mine.requested_at is null and other.account_id <> ${viewer.id}
      )`.as('contact'),
    )
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'contact.id'))
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .orderBy('person.first_name')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}
