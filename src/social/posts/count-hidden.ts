import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Of posts, by id: how many of each kind that is counted are hidden from somebody. */
export type HiddenCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * What was said and felt by those whom the viewer blocks, or who block them: it is in the counts of everybody, and not in
 * theirs, where it would tell of what they do not see. Driven by few people: most block a handful.
 */
export async function countHidden(
  { db }: Pick<App, 'db'>,
  viewerId: string,
  ids: readonly string[],
): Promise<HiddenCounts> {
  const these = sql`any(${ids}::bigint[])`;
  const isThere = sql`deleted_at is null and held_at is null and author_id in (select id from hidden)`;
  const { rows } = await sql<{ id: string; kind: string; n: number }>`
    with hidden as (
      select blocked_id as id from social.block where blocker_id = ${viewerId}
      union select blocker_id from social.block where blocked_id = ${viewerId})
    select id::text, kind, count(*)::integer as n from (
      select post_id as id, kind from social.reaction
        where post_id = ${these} and account_id in (select id from hidden)
      union all select post_id, 'comments' from social.comment where post_id = ${these} and ${isThere}
      union all select parent_id, 'replies' from social.post where parent_id = ${these} and ${isThere}
      union all select quote_id, 'shares' from social.post
        where quote_id = ${these} and parent_id is null and ${isThere}
    ) as counted group by id, kind`.execute(db);
  const byPost = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byPost].map(([id, counted]) => [id, new Map(counted.map(({ kind, n }) => [kind, n]))]));
}
