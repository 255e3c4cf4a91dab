import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Subtracts the votes and answers of an account being deleted from the counters of others' questions and
 * answers.
 */
export async function decrementVoteAndAnswerCounts(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select 'post', id, kind, ${accountId}::bigint % 8, -sum(n)
    from (
      select post_id as id, 'score' as kind, value as n from social.vote where account_id = ${accountId}
      union all
      select parent_id, 'replies', 1 from social.post
        where author_id = ${accountId} and kind = 'answer' and deleted_at is null and held_at is null
    ) as gone
    group by id, kind
    order by id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await sql`update social.question set score = score - value from social.vote
    where vote.post_id = question.post_id and vote.account_id = ${accountId}`.execute(db);
  await sql`update social.answer set score = score - value from social.vote
    where vote.post_id = answer.post_id and vote.account_id = ${accountId}`.execute(db);
  await sql`
    update social.question set answers = answers - gone.n,
      solved_at = case when accepted_id = any(gone.ids) then null else solved_at end
    from (
      select parent_id, count(*) as n, array_agg(id) as ids from social.post
      where author_id = ${accountId} and kind = 'answer' and deleted_at is null and held_at is null
      group by parent_id
    ) as gone
    where question.post_id = gone.parent_id`.execute(db);
}
