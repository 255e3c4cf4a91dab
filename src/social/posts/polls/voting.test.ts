import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../../test/app.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { createWorld } from '../../../../test/world.ts';
import { days } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { erasePlaza } from '../../accounts/data/erase-plaza.ts';
import { block } from '../../relationships/blocks.ts';
import { publishPost } from '../publishing.ts';
import { getPost } from '../reading/get-posts.ts';
import { voteInPoll } from './voting.ts';

const poll = { options: ['Rye', 'Spelt', 'Oats'], isMultiple: false, isChangeable: true, minutes: 60 };

const ask = (app: App, author: Viewer, given: Partial<typeof poll> = {}) =>
  publishPost(app, author, {
    text: 'Which bread?',
    privacy: 'public',
    photos: [],
    poll: { ...poll, ...given },
  });

const resultsFor = async (app: App, viewer: Viewer | undefined, id: string) => {
  const { poll } = await getPost(app, viewer, id);
  return poll && { votes: poll.options.map(({ votes }) => votes), voters: poll.voters, mine: poll.mine };
};

test('a vote counts once, can be changed until the poll ends, and shows the results to its voter', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada);
  await voteInPoll(app, bob, id, [1]);
  await voteInPoll(app, bob, id, [1]);
  await voteInPoll(app, carol, id, [2]);
  assert.deepEqual(await resultsFor(app, bob, id), { votes: [1, 1, 0], voters: 2, mine: [1] });
  assert.deepEqual(await resultsFor(app, undefined, id), { votes: [0, 0, 0], voters: 2, mine: [] });
  await voteInPoll(app, bob, id, [3]);
  await voteInPoll(app, carol, id, []);
  assert.deepEqual(await resultsFor(app, ada, id), { votes: [0, 0, 1], voters: 1, mine: [] });
  await assert.rejects(voteInPoll(app, bob, id, [1, 2]), { kind: 'invalid', field: 'options' });
  await assert.rejects(voteInPoll(app, bob, id, [4]), { kind: 'invalid', field: 'options' });
  app.clock.turn(days(1));
  await assert.rejects(voteInPoll(app, bob, id, [1]), { kind: 'conflict' });
  assert.deepEqual(await resultsFor(app, undefined, id), { votes: [0, 0, 1], voters: 1, mine: [] });
});

test('a poll can allow several choices, and a final vote cannot be changed', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await ask(app, ada, { isMultiple: true, isChangeable: false });
  await voteInPoll(app, bob, id, [1, 3]);
  await assert.rejects(voteInPoll(app, bob, id, [2]), { kind: 'conflict' });
  assert.deepEqual(await resultsFor(app, bob, id), { votes: [1, 0, 1], voters: 1, mine: [1, 3] });
});

test('only people who can see a post can vote in it, and deleting an account removes its votes', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada);
  await voteInPoll(app, bob, id, [1]);
  await block(app, ada, carol.id);
  await assert.rejects(voteInPoll(app, carol, id, [1]), { kind: 'missing' });
  await erasePlaza(app, bob.id);
  assert.deepEqual(await resultsFor(app, ada, id), { votes: [0, 0, 0], voters: 0, mine: [] });
});

test('reports an invalid poll at its field', async (app) => {
  const { ada } = await createWorld(app);
  for (const [given, field] of [
    [{ options: ['Rye'] }, 'poll_options'],
    [{ options: ['Rye', ' rye '] }, 'poll_options'],
    [{ options: Array.from({ length: 11 }, (_, n) => `Bread ${n}`) }, 'poll_options'],
    [{ minutes: 1 }, 'poll_minutes'],
  ] as const)
    await assert.rejects(ask(app, ada, given as Partial<typeof poll>), { kind: 'invalid', field });
});

testWithDatabase('counts all concurrent votes, and each person once', async ({ app }) => {
  const { olga, ada, bob, carol } = await createWorld(app);
  const id = await ask(app, ada);
  const people = [olga, bob, carol];
  await Promise.all(
    people.flatMap((each) => [1, 2, 3].map((position) => voteInPoll(app, each, id, [position]))),
  );
  const found = await resultsFor(app, ada, id);
  assert.equal(found?.voters, people.length);
  assert.equal(
    found.votes.reduce((sum, n) => sum + n, 0),
    people.length,
  );
});

testPlaza('a poll can be created and answered without scripts', async ({ ada, bob, plaza }) => {
  const asked = await plaza.form(ada, '/posts', {
    text: 'Which bread?',
    'poll_options[]': 'Rye',
    poll_minutes: '60',
  });
  assert.equal(asked.status, 422);
  assert.match(asked.text, /at least two choices/);
  // Form values are all text.
  const fields = { text: 'Bread', privacy: 'public', poll_minutes: '60' };
  const sent = await plaza.upload(ada, '/apis/php/posts/post', fields);
  assert.equal(sent.status, 200, sent.body.message);
  const posted = await plaza.api(ada, 'POST', '/apis/php/posts/post', {
    text: 'Which bread?',
    privacy: 'public',
    poll_options: ['Rye', 'Spelt'],
  });
  const { post_id: id } = posted.body.data as { post_id: string };
  assert.match((await plaza.page(bob, `/posts/${id}`)).text, /type="radio" name="options" value="2"/);
  assert.equal((await plaza.form(bob, `/posts/${id}/vote`, { options: '2' })).status, 303);
  const seen = (await plaza.page(bob, `/posts/${id}`)).text;
  assert.match(seen, /Change your vote/);
  assert.match(seen, />100%</);
  assert.doesNotMatch((await plaza.page(undefined, `/posts/${id}`)).text, />100%</);
  const voted = await plaza.api(bob, 'POST', '/apis/php/posts/vote', { id, options: [1] });
  const { poll } = voted.body.data as { poll: { options: { votes: number; i_chose: boolean }[] } };
  assert.deepEqual(
    poll.options.map(({ votes, i_chose }) => [votes, i_chose]),
    [
      [1, true],
      [0, false],
    ],
  );
});
