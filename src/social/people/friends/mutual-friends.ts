import { sql, type RawBuilder } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** Somebody's friends, as `id`; `person` is an id, or the column that has it. */
export const friendsOf = (person: RawBuilder<unknown>) => sql`
  select recipient_id as id from social.friendship where requester_id = ${person} and accepted_at is not null
  union all
  select requester_id from social.friendship where recipient_id = ${person} and accepted_at is not null`;

/**
 * SQL: how many friends the viewer has in common with the person whose id is in `column`. It reads the friends of both from an
 * index. Whether the viewer may know is for the caller to see to.
 */
export const mutualFriends = (column: string, viewer: Viewer): RawBuilder<number> => sql`(
  select count(*)::integer from (${friendsOf(sql.ref(column))}) as theirs
  join ${livePeople('friend')} on friend.id = theirs.id
  where ${sql.ref(column)} <> ${viewer.id} and theirs.id in (${friendsOf(sql`${viewer.id}::bigint`)}))`;
