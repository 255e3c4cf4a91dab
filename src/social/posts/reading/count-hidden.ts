import { sql, type RawBuilder } from 'kysely';
import { hiddenFrom, hasHiddenPeople } from '../../people/between.ts';

/** Counts hidden from a viewer by kind, for one post or comment. Null if none are. */
type HiddenCounts = Readonly<Record<string, number>> | null;

/**
 * SQL: whether the person in a column is one of `hidden`. `is true` makes the planner check each row found by
 * the post index, instead of joining from everything the hidden people ever did.
 */
const isHidden = (column: string) => sql`(${sql.ref(column)} in (select id from hidden)) is true`;

/**
 * SQL: whether a reply is visible and by one of `hidden`. In this form, the first condition is that of the
 * index by parent and author alone, and the second one is a condition of the index, so that the replies of
 * others are not read. PostgreSQL sorts the array for each post, which is fast if it is in order.
 */
const isReplyHidden = sql`coalesce(deleted_at, held_at) is null
  and author_id = any(array(select id from hidden order by id))`;

/**
 * SQL: comments and reactions on the post in a column by people blocked in either direction, and by accounts
 * scheduled for deletion. The stored counters include them, which would reveal content hidden from the
 * viewer. Most viewers block few people.
 */
export function hiddenCounts(column: string, viewerId: string | null): RawBuilder<HiddenCounts> {
  const id = sql.ref(column);
  const isThere = sql`deleted_at is null and held_at is null and ${isHidden('author_id')}`;
  return summed(
    viewerId,
    sql`select kind, 1 as n from social.reaction where post_id = ${id} and ${isHidden('account_id')}
      union all select 'comments', 1 from social.comment where post_id = ${id} and ${isThere}
      union all select 'replies', 1 from social.post as reply where parent_id = ${id} and ${isReplyHidden}
      union all select 'shares', 1 from social.post as share
        where quote_id = ${id} and parent_id is null and page_id is null and ${isThere}
      union all select 'score', value from social.vote where post_id = ${id} and ${isHidden('account_id')}
      union all select 'vote-' || position, 1 from social.poll_vote where post_id = ${id} and ${isHidden('account_id')}
      union all select 'voters', count(distinct account_id)::integer from social.poll_vote
        where post_id = ${id} and ${isHidden('account_id')}`,
  );
}

/** SQL: the hidden reactions to the comment in a column. */
export const hiddenCountsOfComment = (column: string, viewerId: string | null): RawBuilder<HiddenCounts> =>
  summed(
    viewerId,
    sql`select kind, 1 as n from social.comment_reaction
      where comment_id = ${sql.ref(column)} and ${isHidden('account_id')}`,
  );

/** Checks once for all rows whether the viewer has any hidden people. Usually there are none. */
const summed = (viewerId: string | null, counted: RawBuilder<unknown>): RawBuilder<HiddenCounts> => sql`
  case when ${hasHiddenPeople(viewerId)} then (
    with hidden as materialized (${hiddenFrom(viewerId)})
    select json_object_agg(kind, n) from (
      select kind, sum(n)::integer as n from (${counted}) as counted group by kind
    ) as summed
  ) end`;
