import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { days } from '../../kernel/time.ts';
import { updatePlan } from '../monetization/plans.ts';
import { publishPost } from '../posts/publishing.ts';
import { creditWallet } from '../wallet/top-ups/credit.ts';
import { renewDue } from './renewal.ts';

const silver = { title: 'Silver', price: '4.50', period_num: '1', period: 'month', trial_days: '7' };
const gold = { ...silver, title: 'Gold', price: '20', trial_days: '0' };

async function opened({ app, plaza, ada, bob, olga }: World) {
  for (const plan of [silver, gold]) await plaza.form(ada, '/settings/monetization/new', plan);
  const plans = await app.db.selectFrom('social.plan').select('id').orderBy('id').execute();
  const [silverId = '', goldId = ''] = plans.map(({ id }) => id);
  await creditWallet(app, olga, { username: 'bob', amount: '900', reason: 'Test', key: 'credit-of-a-test' });
  const press = async (id: string) => {
    const { text } = await plaza.page(bob, `/subscribe/${id}`);
    const fields = Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="(price|terms)" value="([^"]*)"/g)].map((found) => [
        found[1],
        found[2],
      ]),
    ) as Record<string, string>;
    return async () => (await plaza.form(bob, `/subscribe/${id}`, fields)).status;
  };
  const membership = () => app.db.selectFrom('social.membership').selectAll().executeTakeFirst();
  return { silverId, goldId, press, membership };
}

for (const [what, change] of [
  ['a higher price after the trial', { price: '500' }],
  ['a shorter period for the same price', { period: 'day' }],
  ['fewer periods for the same price', { periodNum: '2' }],
] as const)
  testPlaza(`a trial is not begun with ${what} than what was shown`, async (world) => {
    const { app, ada } = world;
    const { silverId, press, membership } = await opened(world);
    const start = await press(silverId);
    await updatePlan(app, ada, silverId, change);
    assert.equal(await start(), 409);
    assert.equal(await membership(), undefined);
    const again = await press(silverId);
    assert.equal(await again(), 303);
    assert.equal((await membership())?.is_trial, true);
    assert.equal(await again(), 400);
  });

testPlaza('a change to another plan is to the terms that were shown, also at the renewal', async (world) => {
  const { app, ada } = world;
  const { silverId, goldId, press, membership } = await opened(world);
  assert.equal(await (await press(goldId))(), 303);
  const change = await press(silverId);
  await updatePlan(app, ada, silverId, { price: '5' });
  assert.equal(await change(), 409);
  assert.equal(await (await press(silverId))(), 303);
  await updatePlan(app, ada, silverId, { price: '850', period: 'day' });
  app.clock.turn(days(32));
  await renewDue(app);
  const { plan_id, price, period } = (await membership()) ?? {};
  assert.deepEqual([plan_id, Number(price), period], [silverId, 5, 'month']);
});

testPlaza('a program pays only a price that it names', async (world) => {
  const { app, plaza, ada, bob } = world;
  const { goldId, silverId, membership } = await opened(world);
  const post = await publishPost(app, ada, {
    text: 'The whole recipe',
    privacy: 'public',
    photos: [],
    paywall: { teaser: 'Bread', isForMembers: true, price: '2' },
  });
  const ask = (path: string, body: object) => plaza.api(bob, 'POST', `/apis/php/monetization/${path}`, body);
  for (const [path, body, price] of [
    ['subscribe', { plan_id: goldId }, '20'],
    ['subscribe', { plan_id: silverId }, '4.5'],
    ['unlock', { post_id: post }, '2'],
  ] as const) {
    const { status, body: answer } = await ask(path, body);
    assert.deepEqual([status, answer.message.includes(`Send the price ${price} `)], [402, true], path);
    assert.equal((await ask(path, { ...body, price: '1' })).status, 409);
  }
  assert.equal((await ask('subscribe', { plan_id: goldId, price: '20', terms: '20/1/day' })).status, 409);
  assert.equal(await membership(), undefined);
  const right = { plan_id: goldId, price: '20', terms: '20/1/month' };
  assert.equal((await ask('subscribe', right)).status, 200);
});
