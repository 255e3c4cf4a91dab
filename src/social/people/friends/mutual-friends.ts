import { sql, type RawBuilder } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** SQL: a person's friends, as `id`. `person` is an id or a column. */
export const friendsOf = (person: RawBuilder<unknown>) => sql`
  select recipient_id as id from social.friendship where requester_id = ${person} and accepted_at is not null
  union all
  select requester_id from social.friendship where recipient_id = ${person} and accepted_at is not null`;

/**
 * SQL: a person's friends with the date of friendship `at`, newest first. `offset 0` makes the query walk the
 * index in order until a page is full.
 */
export const newestFriendsOf = (person: string): RawBuilder<{ id: string; at: Date }> => sql`(
  select id, at from (
    select recipient_id as id, accepted_at as at from social.friendship where requester_id = ${person} and accepted_at is not null
    union all
    select requester_id, accepted_at from social.friendship where recipient_id = ${person} and accepted_at is not null
  ) as every order by at desc, id desc offset 0)`;

/**
 * SQL: the number of friends the viewer has in common with the person whose id is in `column`. Intersects
 * both friend lists from an index and loads only the common ones. The caller must check that the viewer may
 * know.
 */
export const mutualFriends = (column: string, viewer: Viewer): RawBuilder<number> => sql`(
  select count(*)::integer from (
    select theirs.id from (${friendsOf(sql.ref(column))}) as theirs
    where ${sql.ref(column)} <> ${viewer.id} and theirs.id in (${friendsOf(sql`${viewer.id}::bigint`)}) offset 0
  ) as common cross join lateral ${livePerson('friend', 'common.id')})`;
