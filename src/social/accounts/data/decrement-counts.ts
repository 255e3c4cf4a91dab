import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { decrementThreadCounts } from '../../forums/decrement-counts.ts';
import { decrementPageCounts } from '../../pages/team/leave-pages.ts';
import { decrementVoteAndAnswerCounts } from '../../questions/decrement-counts.ts';

/** Subtracts an account being deleted from the counters of others and deletes its own counters. */
export async function decrementCounts({ db }: App, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select subject, id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select 'person' as subject, followed_id as id, 'followers' as kind
        from social.follow where follower_id = ${accountId}
      union all
      select 'person', follower_id, 'followings' from social.follow where followed_id = ${accountId}
      union all
      select 'person', case requester_id when ${accountId} then recipient_id else requester_id end, 'friends'
        from social.friendship where accepted_at is not null and ${accountId} in (requester_id, recipient_id)
      union all
      select 'post', post_id, 'comments' from social.comment
        where author_id = ${accountId} and deleted_at is null and held_at is null
      union all
      select 'comment', unnest(array[root_id, branch_id]), 'replies' from social.comment
        where author_id = ${accountId} and deleted_at is null and held_at is null
      union all
      select 'post', post_id, kind from social.reaction where account_id = ${accountId}
      union all
      select 'comment', comment_id, kind from social.comment_reaction where account_id = ${accountId}
      union all
      select 'post', post_id, 'vote-' || position from social.poll_vote where account_id = ${accountId}
      union all
      select distinct 'post', post_id, 'voters' from social.poll_vote where account_id = ${accountId}
    ) as gone
    where id is not null
    group by subject, id, kind
    order by subject, id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await decrementVoteAndAnswerCounts({ db }, accountId);
  await decrementPageCounts({ db }, accountId);
  await decrementThreadCounts({ db }, accountId);
  await sql`delete from social.tally where (subject = 'person' and subject_id = ${accountId})
    or (subject = 'comment' and subject_id in (select id from social.comment where author_id = ${accountId}))
    or (subject = 'post' and subject_id in (select id from social.post where author_id = ${accountId}))`.execute(
    db,
  );
}
