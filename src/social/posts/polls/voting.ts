import { Type } from 'typebox';
import { ById, idOf } from '../../../kernel/input.ts';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import { type App, verb, perAccount, type Viewer } from '../../../platform/app.ts';
import { operations, pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { moderate } from '../../moderation/moderate.ts';
import { type TallyChange, tally } from '../../tallies/tally.ts';
import type { Post } from '../post.ts';
import { getPost } from '../reading/get-posts.ts';
import { PostRecord, toPostRecord } from '../records/post-record.ts';

/**
 * Votes in a poll visible to the viewer, replacing their earlier vote. Without positions, the vote is
 * removed. An identical vote is a no-op. Votes are secret.
 */
export const voteInPoll = verb(
  { name: 'polls.vote', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, postId: string, positions: readonly number[]) => {
    checkChoice(await getPost(app, viewer, postId), positions);
    // Moderated like a reaction: rejects suspended accounts and serializes votes of one account.
    await moderate(app, viewer, { subject: 'reaction', postId }, async (app) => {
      const poll = await app.db
        .selectFrom('social.poll')
        .where('post_id', '=', postId)
        .select(['ends_at', 'is_changeable'])
        .executeTakeFirstOrThrow();
      if (poll.ends_at <= app.clock.now()) throw new Problem('conflict', msg('This poll has ended'));
      const before = await getVote(app, viewer, postId);
      const added = positions.filter((position) => !before.includes(position));
      const dropped = before.filter((position) => !positions.includes(position));
      if (added.length === 0 && dropped.length === 0) return postId;
      if (before.length > 0 && !poll.is_changeable)
        throw new Problem('conflict', msg('Votes in this poll are final'));
      await replace(app, viewer, postId, { added, dropped });
      const count = (kind: `vote-${number}` | 'voters', n: 1 | -1): TallyChange => ({
        subject: 'post',
        id: postId,
        by: viewer.id,
        kind,
        n,
      });
      await tally(app, [
        ...added.map((position) => count(`vote-${position}`, 1)),
        ...dropped.map((position) => count(`vote-${position}`, -1)),
        ...(before.length === 0 ? [count('voters', 1)] : []),
        ...(positions.length === 0 ? [count('voters', -1)] : []),
      ]);
      return postId;
    });
  },
);

function checkChoice({ poll }: Post, positions: readonly number[]): void {
  if (!poll) throw missing(msg('Poll'));
  if (positions.length > 1 && !poll.isMultiple) throw invalid('options', msg('Choose one option'));
  if (new Set(positions).size < positions.length) throw invalid('options', msg('Choose each option once'));
  if (!positions.every((position) => poll.options.some((option) => option.position === position)))
    throw invalid('options', msg('Unknown option'));
}

async function getVote({ db }: App, { id }: Viewer, postId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('social.poll_vote')
    .where('post_id', '=', postId)
    .where('account_id', '=', id)
    .select('position')
    .forUpdate()
    .execute();
  return rows.map(({ position }) => position);
}

async function replace(
  { db, clock }: App,
  { id }: Viewer,
  post_id: string,
  { added, dropped }: { added: readonly number[]; dropped: readonly number[] },
): Promise<void> {
  if (dropped.length > 0)
    await db
      .deleteFrom('social.poll_vote')
      .where('post_id', '=', post_id)
      .where('account_id', '=', id)
      .where('position', 'in', dropped)
      .execute();
  if (added.length > 0)
    await db
      .insertInto('social.poll_vote')
      .values(added.map((position) => ({ post_id, account_id: id, position, voted_at: clock.now() })))
      .execute();
}

const Position = Type.Integer({ minimum: 1, maximum: 10 });

const Vote = Type.Object({
  id: idOf('The post'),
  options: Type.Array(Position, {
    maxItems: 10,
    description: 'Positions of the chosen options, from 1; an empty list removes the vote',
  }),
});

/** The form values: one option, several, or none. */
const VoteForm = Type.Object({
  options: Type.Optional(Type.Union([Position, Type.Array(Position, { maxItems: 10 })])),
});

const memberApi = operations('Posts', 'member');

export const pollRoutes = [
  memberApi.post({
    path: '/apis/php/posts/vote',
    verb: voteInPoll,
    summary: 'Vote in the poll of a post',
    description: 'Extension. Replaces an earlier vote if the poll allows it and has not ended.',
    body: Vote,
    returns: Envelope(PostRecord),
    example: { id: '12', options: [1] },
    handle: async ({ app, viewer, body }) => {
      await voteInPoll(app, viewer, body.id, body.options);
      return { message: 'Voted', data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
];

const memberPages = pagesFor('member');

export const pollPages = [
  memberPages.post({
    path: '/posts/:id/vote',
    verb: voteInPoll,
    params: ById,
    body: VoteForm,
    handle: async ({ app, viewer, params, body }) => {
      const chosen = [body.options ?? []].flat();
      if (chosen.length === 0) throw invalid('options', msg('Choose an option'));
      await voteInPoll(app, viewer, params.id, chosen);
      return redirect(`/posts/${params.id}`);
    },
  }),
];
