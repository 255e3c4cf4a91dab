import { sql } from 'kysely';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, verb, perAccount, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { moderate } from '../moderation/moderate.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { tally } from '../tallies/tally.ts';
import type { Vote } from './question.ts';

/** Votes on a question or answer, or removes the vote. Repeating a vote is a no-op. */
export const vote = verb(
  { name: 'questions.vote', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, postId: string, value: Vote) => {
    const post = await getPostHeader(app, viewer, postId);
    const { kind } = post;
    if (kind !== 'question' && kind !== 'answer') throw missing(msg('Question or answer'));
    if (post.author.id === viewer.id)
      throw new Problem('forbidden', msg('You cannot vote on your own posts'));
    const subject = { id: postId, kind } as const;
    if (value === 0) return inTransaction(app, (app) => removeVote(app, viewer, subject));
    if (post.heldAt)
      throw new Problem('conflict', msg('This post is waiting for review and cannot be voted on yet'));
    if (value === -1) refuseNewcomer(app, viewer);
    await moderate(app, viewer, { subject: 'reaction', postId }, async (app) => {
      await storeVote(app, viewer, subject, value);
      return postId;
    });
  },
);

interface Subject {
  id: string;
  kind: 'question' | 'answer';
}

/** Throws if a new member downvotes. Upvotes have no waiting period. */
function refuseNewcomer({ clock, config }: App, viewer: Viewer): void {
  if (may(viewer, 'moderate') || may(viewer, 'operate')) return;
  const age = clock.now().getTime() - viewer.registeredAt.getTime();
  if (age < days(config.VOTE_DOWN_AFTER_DAYS))
    throw new Problem(
      'forbidden',
      msg('You can downvote {VOTE_DOWN_AFTER_DAYS} after joining', {
        VOTE_DOWN_AFTER_DAYS: inWords(config.VOTE_DOWN_AFTER_DAYS),
      }),
    );
}

const inWords = (n: number) => msg('{n, plural, one {# day} other {# days}}', { n });

/** Call it serialized per voter. */
async function storeVote(app: App, { id: by }: Viewer, subject: Subject, value: 1 | -1): Promise<void> {
  const before = await app.db
    .selectFrom('social.vote')
    .where('post_id', '=', subject.id)
    .where('account_id', '=', by)
    .select('value')
    .forUpdate()
    .executeTakeFirst();
  if (before?.value === value) return;
  const created_at = app.clock.now();
  await app.db
    .insertInto('social.vote')
    .values({ post_id: subject.id, account_id: by, value, created_at })
    .onConflict((conflict) => conflict.columns(['post_id', 'account_id']).doUpdateSet({ value, created_at }))
    .execute();
  await count(app, subject, by, value - (before?.value ?? 0));
}

async function removeVote(app: App, { id: by }: Viewer, subject: Subject): Promise<void> {
  const taken = await app.db
    .deleteFrom('social.vote')
    .where('post_id', '=', subject.id)
    .where('account_id', '=', by)
    .returning('value')
    .executeTakeFirst();
  if (taken) await count(app, subject, by, -taken.value);
}

async function count(app: App, { id, kind }: Subject, by: string, difference: number): Promise<void> {
  const n = difference > 0 ? 1 : -1;
  for (let left = Math.abs(difference); left > 0; left -= 1)
    await tally(app, [{ subject: 'post', id, kind: 'score', by, n }]);
  await app.db
    .updateTable(kind === 'question' ? 'social.question' : 'social.answer')
    .set({ score: sql<number>`score + ${difference}` })
    .where('post_id', '=', id)
    .execute();
}

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
