import { sql, type RawBuilder } from 'kysely';
import { accountsBeingDeleted } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import type { PersonCount } from './tally.ts';

export const noCounts: Readonly<Record<PersonCount, number>> = {
  friends: 0,
  followers: 0,
  followings: 0,
  posts: 0,
};

/**
 * SQL: the counters of the person whose id is in `column`, by kind as JSON. Excludes accounts scheduled for
 * deletion, which are few and looked up in pairs. Kinds without any count are missing.
 */
export const personCounts = (column: string): RawBuilder<Partial<Record<PersonCount, number>>> => {
  const id = sql.ref(column);
  const deletions = sql`any(array(${accountsBeingDeleted}))`;
  return sql`(
    select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, sum(n)::integer as n from (
        select kind, n from social.tally where subject = 'person' and subject_id = ${id}
        union all select 'followers', -1 from social.follow where followed_id = ${id} and follower_id = ${deletions}
        union all select 'followings', -1 from social.follow where follower_id = ${id} and followed_id = ${deletions}
        union all select 'friends', -1 from social.friendship
          where accepted_at is not null and requester_id = ${id} and recipient_id = ${deletions}
        union all select 'friends', -1 from social.friendship
          where accepted_at is not null and recipient_id = ${id} and requester_id = ${deletions}
      ) as counted group by kind
    ) as summed)`;
};

/** Returns the counters of a person. */
export async function getPersonCounts(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<Record<PersonCount, number>> {
  const row = await db
    .selectFrom(sql<{ id: string }>`(select ${accountId}::bigint as id)`.as('person'))
    .select(personCounts('person.id').as('counts'))
    .executeTakeFirst();
  return { ...noCounts, ...row?.counts };
}
