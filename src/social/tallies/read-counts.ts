import { sql } from 'kysely';
import { closingPeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { PersonCount } from './tally.ts';

export const noCounts: Readonly<Record<PersonCount, number>> = {
  friends: 0,
  followers: 0,
  followings: 0,
  posts: 0,
};

/** What people have how many of, without accounts that close. Who has nothing yet may be missing. */
export async function readCountsOf(
  { db }: Pick<App, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Record<PersonCount, number>>> {
  const these = sql`any(${ids}::bigint[])`;
  const { rows } = await sql<{ id: string; kind: string; n: number }>`
    with closing as (${closingPeople})
    select id::text, kind, sum(n)::integer as n from (
      select subject_id as id, kind, n from social.tally where subject = 'person' and subject_id = ${these}
      union all select followed_id, 'followers', -1 from social.follow
        where followed_id = ${these} and follower_id in (select id from closing)
      union all select follower_id, 'followings', -1 from social.follow
        where follower_id = ${these} and followed_id in (select id from closing)
      union all select asker_id, 'friends', -1 from social.friendship
        where accepted_at is not null and asker_id = ${these} and asked_id in (select id from closing)
      union all select asked_id, 'friends', -1 from social.friendship
        where accepted_at is not null and asked_id = ${these} and asker_id in (select id from closing)
    ) as counted group by id, kind`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, counted]) => [
      id,
      { ...noCounts, ...Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) },
    ]),
  );
}

/** What a person has how many of. */
export const readPersonCounts = async (app: App, accountId: string): Promise<Record<PersonCount, number>> =>
  (await readCountsOf(app, [accountId])).get(accountId) ?? noCounts;
