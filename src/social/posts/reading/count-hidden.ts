import { sql, type RawBuilder } from 'kysely';
import { hiddenFrom, hidesAnybody } from '../../people/between.ts';

/** Of one post or comment: how many of each kind that is counted are hidden from somebody; null where nothing is. */
type HiddenCounts = Readonly<Record<string, number>> | null;

/**
 * Whether the person in a column is one of `hidden`. `is true`: asked of each row that an index finds by its post, and not
 * joined the other way, from all that the hidden ever did.
 */
const isHidden = (column: string) => sql`(${sql.ref(column)} in (select id from hidden)) is true`;

/**
 * SQL: what was said and felt about the post in a column by those whom the viewer blocks, or who block them, and by accounts
 * that close. It is in the stored counts, where it would tell of what the viewer does not see. Most block a handful.
 */
export function hiddenCounts(column: string, viewerId: string | null): RawBuilder<HiddenCounts> {
  const id = sql.ref(column);
  const isThere = sql`deleted_at is null and held_at is null and ${isHidden('author_id')}`;
  return summed(
    viewerId,
    sql`select kind, 1 as n from social.reaction where post_id = ${id} and ${isHidden('account_id')}
      union all select 'comments', 1 from social.comment where post_id = ${id} and ${isThere}
      union all select 'replies', 1 from social.post as reply where parent_id = ${id} and ${isThere}
      union all select 'shares', 1 from social.post as share
        where quote_id = ${id} and parent_id is null and page_id is null and ${isThere}
      union all select 'score', value from social.vote where post_id = ${id} and ${isHidden('account_id')}
      union all select 'vote-' || position, 1 from social.poll_vote where post_id = ${id} and ${isHidden('account_id')}
      union all select 'voters', count(distinct account_id)::integer from social.poll_vote
        where post_id = ${id} and ${isHidden('account_id')}`,
  );
}

/** SQL: the same of the reactions to the comment in a column. */
export const hiddenCountsOfComment = (column: string, viewerId: string | null): RawBuilder<HiddenCounts> =>
  summed(
    viewerId,
    sql`select kind, 1 as n from social.comment_reaction
      where comment_id = ${sql.ref(column)} and ${isHidden('account_id')}`,
  );

/** Whether there is anybody hidden is asked once for all rows, and most often the answer is no. */
const summed = (viewerId: string | null, counted: RawBuilder<unknown>): RawBuilder<HiddenCounts> => sql`
  case when ${hidesAnybody(viewerId)} then (
    with hidden as materialized (${hiddenFrom(viewerId)})
    select json_object_agg(kind, n) from (
      select kind, sum(n)::integer as n from (${counted}) as counted group by kind
    ) as summed
  ) end`;
