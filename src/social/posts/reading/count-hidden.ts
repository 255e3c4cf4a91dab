import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { hiddenFrom } from '../../people/between.ts';

/** Of posts, by id: how many of each kind that is counted are hidden from somebody. */
export type HiddenCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Whether the person in a column is one of `hidden`. `is true`: asked of each row that an index finds by its post, and not
 * joined the other way, from all that the hidden ever did.
 */
const isHidden = (column: string) => sql`(${sql.ref(column)} in (select id from hidden)) is true`;

/**
 * What was said and felt by those whom the viewer blocks, or who block them, and by accounts that close: it is in the stored
 * counts, where it would tell of what the viewer does not see. Most block a handful.
 */
export async function countHidden(
  { db }: Pick<App, 'db'>,
  viewerId: string | null,
  ids: readonly string[],
): Promise<HiddenCounts> {
  const these = sql`any(${ids}::bigint[])`;
  const isThere = sql`deleted_at is null and held_at is null and ${isHidden('author_id')}`;
  const { rows } = await sql<{ id: string; kind: string; n: number }>`
    with hidden as (${hiddenFrom(viewerId)})
    select id::text, kind, sum(n)::integer as n from (
      select post_id as id, kind, 1 as n from social.reaction
        where post_id = ${these} and ${isHidden('account_id')}
      union all select post_id, 'comments', 1 from social.comment where post_id = ${these} and ${isThere}
      union all select parent_id, 'replies', 1 from social.post where parent_id = ${these} and ${isThere}
      union all select quote_id, 'shares', 1 from social.post
        where quote_id = ${these} and parent_id is null and page_id is null and ${isThere}
      union all select post_id, 'score', value from social.vote
        where post_id = ${these} and ${isHidden('account_id')}
      union all select post_id, 'vote-' || position, 1 from social.poll_vote
        where post_id = ${these} and ${isHidden('account_id')}
      union all select post_id, 'voters', count(distinct account_id)::integer from social.poll_vote
        where post_id = ${these} and ${isHidden('account_id')} group by post_id
    ) as counted group by id, kind`.execute(db);
  return byId(rows);
}

/** The same of the reactions to comments. */
export async function countHiddenOfComments(
  { db }: Pick<App, 'db'>,
  viewerId: string | null,
  ids: readonly string[],
): Promise<HiddenCounts> {
  const these = sql`any(${ids}::bigint[])`;
  const { rows } = await sql<{ id: string; kind: string; n: number }>`
    with hidden as (${hiddenFrom(viewerId)})
    select comment_id::text as id, kind, count(*)::integer as n from social.comment_reaction
    where comment_id = ${these} and ${isHidden('account_id')} group by comment_id, kind`.execute(db);
  return byId(rows);
}

function byId(rows: { id: string; kind: string; n: number }[]): HiddenCounts {
  const grouped = Map.groupBy(rows, ({ id }) => id);
  return new Map([...grouped].map(([id, counted]) => [id, new Map(counted.map(({ kind, n }) => [kind, n]))]));
}
