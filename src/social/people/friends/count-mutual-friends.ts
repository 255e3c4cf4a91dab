import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** The viewer's friends, as a table `mine` with their ids. */
const friendsOf = (id: string) => sql`(
  select asked_id as id from social.friendship where asker_id = ${id} and accepted_at is not null
  union all
  select asker_id from social.friendship where asked_id = ${id} and accepted_at is not null) as mine`;

/**
 * How many friends the viewer has in common with each of the people named: one query over the viewer's own circle.
 * Whether the viewer may know is for the caller to see to.
 */
export async function countMutualFriends(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (!viewer || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; n: number }>`
    select person.id, count(*)::integer as n
    from unnest(${ids}::bigint[]) as person (id)
    cross join ${friendsOf(viewer.id)}
    join ${livePeople('friend')} on friend.id = mine.id
    where person.id <> ${viewer.id} and exists (
      select from social.friendship where accepted_at is not null
      and least(asker_id, asked_id) = least(person.id, mine.id)
      and greatest(asker_id, asked_id) = greatest(person.id, mine.id))
    group by person.id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
