import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { block } from '../relationships/blocks.ts';
import { deletePost } from '../posts/deleting.ts';
import { publishPost } from '../posts/publishing.ts';
import { addAnswer } from '../questions/answers.ts';
import { askQuestion } from '../questions/questions.ts';
import { vote } from '../questions/voting.ts';
import { react } from '../reactions/reactions.ts';
import { getTrending } from './get-trending.ts';
import { updateTrends } from './update-trends.ts';

const write = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });

const posts = async (app: App, viewer: Viewer | undefined, topic?: string, period: '24h' | '7d' = '24h') =>
  (await getTrending(app, viewer, { period, topic })).posts.map(({ text }) => text);

async function crowd(app: App, names: readonly string[]): Promise<Viewer[]> {
  const people = [];
  for (const name of names) people.push(await addPerson(app, name));
  return people;
}

test('many people outrank a few very active ones', async (app) => {
  const ring = Object.values(await createWorld(app));
  const [author, ...many] = await crowd(app, ['dan', 'eve', 'fay', 'gil', 'hal', 'ivy', 'joe']);
  assert.ok(author);
  const quiet = await write(app, author, 'Bread');
  for (const person of many) await react(app, person, quiet, 'like');
  const loud: { id: string; by: string }[] = [];
  for (const member of ring)
    loud.push({ id: await write(app, member, `Buy of ${member.username}`), by: member.id });
  const comments = ring.flatMap((member) =>
    loud
      .filter(({ by }) => by !== member.id)
      .flatMap(({ id }) =>
        Array.from({ length: 20 }, (_, n) => ({
          post_id: id,
          author_id: member.id,
          text: `More ${n}`,
          created_at: app.clock.now(),
        })),
      ),
  );
  await app.db.insertInto('social.comment').values(comments).execute();
  app.clock.turn(minutes(1));
  await updateTrends(app);
  const [first, ...others] = await posts(app, undefined);
  assert.equal(first, 'Bread');
  assert.equal(others.length, ring.length);
});

test('new accounts and one’s own actions count very little', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const puppets = await crowd(
    app,
    ['pa', 'pb', 'pc', 'pd', 'pe'].map((name) => `${name}x`),
  );
  const puppetIds = puppets.map(({ id }) => id);
  await app.db
    .updateTable('identity.account')
    .set({ registered_at: app.clock.now() })
    .where('id', 'in', puppetIds)
    .execute();
  const pushed = await write(app, ada, 'Pushed');
  const liked = await write(app, bob, 'Liked');
  const alone = await write(app, carol, 'Alone');
  for (const puppet of puppets) await react(app, puppet, pushed, 'like');
  for (const person of [ada, carol]) await react(app, person, liked, 'like');
  for (const person of [carol, olga]) await react(app, person, alone, 'love');
  app.clock.turn(minutes(1));
  await updateTrends(app);
  assert.deepEqual(
    await posts(app, undefined),
    ['Liked', 'Pushed'],
    'an action of one other person is not enough',
  );
});

test('mutual engagement counts half', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dan, eve, fay] = await crowd(app, ['dan', 'eve', 'fay']);
  assert.ok(dan && eve && fay);
  const returned = await write(app, ada, 'Returned');
  const own = await write(app, bob, 'Likes Ada');
  const free = await write(app, dan, 'Free');
  await react(app, ada, own, 'like');
  for (const person of [eve, fay]) await react(app, person, free, 'like');
  app.clock.turn(minutes(1));
  // Later, so that they would be first without the rule.
  for (const person of [bob, carol]) await react(app, person, returned, 'like');
  app.clock.turn(minutes(1));
  await updateTrends(app);
  assert.deepEqual(await posts(app, undefined), ['Free', 'Returned']);
});

test('votes on an answer count for its question, old actions decay, and trends update when due', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const old = await write(app, ada, 'Old #bread');
  await write(app, carol, 'More #bread #salt');
  for (const person of [bob, carol, olga]) await react(app, person, old, 'like');
  app.clock.turn(days(2));
  const id = await askQuestion(app, ada, { title: 'Which tea?', text: 'Tell', tags: 'tea' });
  const answer = await addAnswer(app, bob, id, 'Assam.');
  for (const person of [carol, olga]) await vote(app, person, answer, 1);
  app.clock.turn(minutes(1));
  await updateTrends(app);
  const day = await getTrending(app, undefined, { period: '24h' });
  assert.deepEqual([day.posts.length, day.questions.map(({ title }) => title)], [0, ['Which tea?']]);
  assert.deepEqual(day.hashtags, [], 'one person does not make a trend');
  const week = await getTrending(app, undefined, { period: '7d' });
  assert.deepEqual(week.hashtags, [{ tag: 'bread', people: 2 }]);
  assert.deepEqual(await posts(app, undefined, '#Bread', '7d'), ['Old #bread']);
  assert.deepEqual(await posts(app, undefined, 'tea', '7d'), []);
  const about = await getTrending(app, undefined, { period: '24h', topic: 'tea' });
  assert.equal(about.questions.length, 1);

  const next = await write(app, carol, 'Next');
  for (const person of [bob, olga]) await react(app, person, next, 'like');
  await updateTrends(app);
  assert.deepEqual(await posts(app, undefined), [], 'recent trends are not computed again');
  app.clock.turn(hours(1));
  await updateTrends(app);
  assert.deepEqual(await posts(app, undefined), ['Next']);
});

test('private posts never trend', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const shown = await write(app, ada, 'Shown');
  const other = await write(app, bob, 'Other');
  for (const person of [carol, olga]) {
    await react(app, person, shown, 'like');
    await react(app, person, other, 'like');
  }
  app.clock.turn(minutes(1));
  await updateTrends(app);
  assert.equal((await posts(app, carol)).length, 2);
  await block(app, carol, ada.id);
  assert.deepEqual(await posts(app, carol), ['Other']);
  await suspendAccount(app, olga, bob.id);
  assert.deepEqual(await posts(app, undefined), ['Shown']);
  await deletePost(app, ada, shown);
  assert.deepEqual(await posts(app, undefined), []);
});

testPlaza('the page and the API show trends', async ({ app, ada, bob, carol, plaza }) => {
  assert.match((await plaza.page(undefined, '/trending')).text, /Nothing trending/);
  const id = await write(app, ada, 'Linen #bread');
  await write(app, bob, 'Rye #bread');
  for (const person of [bob, carol]) await react(app, person, id, 'like');
  app.clock.turn(minutes(1));
  await updateTrends(app);
  const { text } = await plaza.page(bob, '/trending?topic=linen');
  assert.match(text, new RegExp(`id="post-${id}"`));
  const { body } = await plaza.api(undefined, 'GET', '/apis/php/trending?period=24h');
  assert.partialDeepStrictEqual(body.data, {
    period: '24h',
    posts: [{ post_id: id }],
    hashtags: [{ hashtag: 'bread', people: 2, url: 'http://plaza.test/hashtag/bread' }],
  });
  assert.equal((await plaza.api(undefined, 'GET', '/apis/php/trending?period=1y')).status, 400);
});

test('a small site without a ranking lists its newest posts and their hashtags', async (app) => {
  const { ada, bob, ...others } = await createWorld(app);
  const tea = await write(app, ada, 'A pot of #tea');
  await write(app, bob, 'More #tea and #cake');
  await publishPost(app, bob, { text: 'Private #tea', privacy: 'me', photos: [] });
  await askQuestion(app, bob, { title: 'Which tea?', text: 'I ask.' });
  const texts = async (wanted: { topic?: string } = {}) => {
    const found = await getTrending(app, undefined, { period: '24h', isFilled: true, ...wanted });
    const tags = found.hashtags.map(({ tag, people }) => `${tag} ${people}`);
    return [found.posts.map(({ text }) => text), found.questions.map(({ title }) => title), tags];
  };
  const newest = ['More #tea and #cake', 'A pot of #tea'];
  assert.deepEqual(await texts(), [newest, ['Which tea?'], ['tea 2', 'cake 1']]);
  assert.deepEqual((await texts({ topic: 'cake' }))[0], ['More #tea and #cake']);
  for (const person of [bob, ...Object.values(others)]) await react(app, person, tea, 'like');
  app.clock.turn(minutes(1));
  await updateTrends(app);
  assert.deepEqual((await texts())[0], newest.toReversed(), 'ranked posts come first');
  app.clock.turn(days(2));
  await updateTrends(app);
  assert.deepEqual(await texts(), [[], [], []], 'older posts are not in the period');
});
