import assert from 'node:assert/strict';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { addPlan, deleteMembershipPlan, updatePlan } from '../monetization/plans.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { connect } from '../relationships/connect.ts';
import { provider, transfer, wallet } from '../wallet/ledger.ts';
import { checkLedger, getBalances } from '../wallet/balances.ts';
import { plainMoney, toMoney } from '../wallet/money.ts';
import { renewDue, renewMembership } from './renewal.ts';
import {
  cancelMembership,
  changePlan,
  quoteChange,
  renewNow,
  resumeMembership,
  subscribeToPlan,
} from './subscribing.ts';
import { refundSale, tip, unlockPost } from './purchases.ts';

let credits = 0;
const credit = (app: TestApp, person: Viewer, amount: string) =>
  transfer(
    app,
    [{ from: provider('operator'), to: wallet(person.id), amount: toMoney(amount), kind: 'credit' }],
    {
      key: `credit ${(credits += 1)}`,
      cause: { subject: 'credit' },
    },
  );
const balances = async (app: TestApp, person: Viewer) => {
  const { wallet, earnings } = await getBalances(app, person.id);
  return [plainMoney(wallet), plainMoney(earnings)];
};
const monthly = { periodNum: '1', period: 'month', description: '' } as const;
const plan = (app: TestApp, seller: Viewer, title: string, price: string, more: object = {}) =>
  addPlan(app, seller, { type: 'profile', id: seller.id }, { ...monthly, title, price, ...more });
const sold = (app: TestApp, author: Viewer, more: object = {}) =>
  publishPost(app, author, {
    text: 'Everything',
    privacy: 'public',
    photos: [],
    paywall: { teaser: '', isForMembers: true, ...more },
  });
const reads = async (app: TestApp, viewer: Viewer, id: string) =>
  (await getPost(app, viewer, id)).text === 'Everything';
const stateOf = (app: TestApp, id: string) =>
  app.db.selectFrom('social.membership').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const events = async (app: TestApp, person: Viewer) =>
  (
    await app.db
      .selectFrom('social.notification')
      .where('account_id', '=', person.id)
      .where('kind', '=', 'money')
      .orderBy('id')
      .select('money_event')
      .execute()
  ).map(({ money_event }) => money_event);

test('a subscription is paid, renewed on the same day, falls past due, recovers, and ends when canceled', async (app) => {
  const { ada, bob } = await createWorld(app);
  app.clock.set(new Date('2026-01-31T10:00:00Z'));
  const silver = await plan(app, ada, 'Silver', '4.50');
  const post = await sold(app, ada);
  assert.equal(await reads(app, bob, post), false);
  await assert.rejects(subscribeToPlan(app, bob, silver), { code: 'insufficient_funds' });
  assert.equal(await reads(app, bob, post), false);
  await credit(app, bob, '10');
  await assert.rejects(subscribeToPlan(app, bob, silver, '4'), { kind: 'conflict', field: 'price' });
  const id = await subscribeToPlan(app, bob, silver, '4.5');
  assert.equal(await reads(app, bob, post), true);
  assert.deepEqual(await balances(app, bob), ['5.5', '0']);
  assert.deepEqual(await balances(app, ada), ['0', '4.275']);
  await assert.rejects(subscribeToPlan(app, bob, silver), { kind: 'conflict' });
  await assert.rejects(subscribeToPlan(app, ada, silver), /your own content/);

  await renewDue(app);
  app.clock.set(new Date('2026-02-28T10:00:00Z'));
  await Promise.all([renewDue(app), renewMembership(app, id)]);
  await renewDue(app);
  assert.deepEqual(await balances(app, bob), ['1', '0']);
  assert.equal((await stateOf(app, id)).period_end.toISOString(), '2026-03-31T10:00:00.000Z');

  app.clock.set(new Date('2026-03-31T10:00:00Z'));
  await renewDue(app);
  assert.deepEqual((await stateOf(app, id)).past_due_at, app.clock.now());
  assert.equal(await reads(app, bob, post), true, 'subscribers keep access during the grace period');
  await assert.rejects(renewNow(app, bob, id), { code: 'insufficient_funds' });
  await credit(app, bob, '8');
  app.clock.turn(days(1));
  await renewDue(app);
  const recovered = await stateOf(app, id);
  assert.equal(recovered.past_due_at, null);
  assert.equal(recovered.period_end.toISOString(), '2026-04-30T10:00:00.000Z');

  await cancelMembership(app, bob, id);
  await resumeMembership(app, bob, id);
  await cancelMembership(app, bob, id);
  app.clock.set(new Date('2026-04-30T09:59:00Z'));
  await renewDue(app);
  assert.equal(await reads(app, bob, post), true);
  app.clock.turn(days(1));
  await renewDue(app);
  assert.equal(await reads(app, bob, post), false);
  assert.equal((await stateOf(app, id)).ended_reason, 'canceled');
  assert.deepEqual(await balances(app, bob), ['4.5', '0']);
  assert.deepEqual(await events(app, bob), [
    'subscribed',
    'renewed',
    'renewal_failed',
    'renewed',
    'subscription_ended',
  ]);
  assert.deepEqual(await events(app, ada), ['subscriber', 'renewal', 'renewal']);
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

test('ends an unpaid subscription after the grace period', async (app) => {
  const { ada, bob } = await createWorld(app);
  await credit(app, bob, '5');
  const id = await subscribeToPlan(app, bob, await plan(app, ada, 'Daily', '5', { period: 'day' }));
  for (let day = 0; day < 9; day += 1) {
    app.clock.turn(days(1));
    await renewDue(app);
  }
  const { ended_reason, ended_at } = await stateOf(app, id);
  assert.deepEqual([ended_reason, ended_at === null], ['unpaid', false]);
  assert.deepEqual(await balances(app, bob), ['0', '0']);
});

test('offers one free trial, and does not charge for time when no renewals ran', async (app) => {
  const { ada, bob } = await createWorld(app);
  const trial = await plan(app, ada, 'Trial', '3', { trialDays: '14' });
  const post = await sold(app, ada);
  const id = await subscribeToPlan(app, bob, trial);
  assert.equal(await reads(app, bob, post), true);
  await credit(app, bob, '10');
  app.clock.turn(days(100));
  await renewDue(app);
  await renewDue(app);
  assert.deepEqual(await balances(app, bob), ['7', '0']);
  await cancelMembership(app, bob, id);
  app.clock.turn(days(32));
  await renewDue(app);
  await subscribeToPlan(app, bob, trial);
  assert.deepEqual(await balances(app, bob), ['4', '0']);
});

test('an upgrade applies immediately for the difference, a downgrade from the next renewal on', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  app.clock.set(new Date('2026-04-01T00:00:00Z'));
  const silver = await plan(app, ada, 'Silver', '10');
  const gold = await plan(app, ada, 'Gold', '30');
  const forGold = await sold(app, ada, { planId: gold });
  await credit(app, bob, '100');
  const id = await subscribeToPlan(app, bob, silver);
  assert.equal(await reads(app, bob, forGold), false);
  app.clock.set(new Date('2026-04-16T00:00:00Z'));
  assert.equal(await quoteChange(app, bob, id, gold), 25_000_000n);
  await assert.rejects(changePlan(app, bob, id, gold, '20'), { field: 'price' });
  await changePlan(app, bob, id, gold, '25');
  assert.deepEqual(await balances(app, bob), ['65', '0']);
  assert.equal(await reads(app, bob, forGold), true);
  assert.equal((await stateOf(app, id)).period_end.toISOString(), '2026-05-16T00:00:00.000Z');
  assert.equal(await quoteChange(app, bob, id, silver), null);
  await changePlan(app, bob, id, silver);
  assert.equal(await reads(app, bob, forGold), true);
  app.clock.set(new Date('2026-05-16T00:00:00Z'));
  await renewDue(app);
  assert.equal(await reads(app, bob, forGold), false);
  assert.deepEqual(await balances(app, bob), ['55', '0']);
  const others = await plan(app, carol, 'Other', '99');
  await assert.rejects(changePlan(app, bob, id, others), { field: 'plan_id' });
  await assert.rejects(changePlan(app, bob, id, silver), { field: 'plan_id' });
  await assert.rejects(changePlan(app, carol, id, gold), { kind: 'missing' });
});

test('a new price applies from a renewal after the notice period, and a deleted plan keeps its terms', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  app.clock.set(new Date('2026-04-01T00:00:00Z'));
  const silver = await plan(app, ada, 'Silver', '10');
  await credit(app, bob, '100');
  const id = await subscribeToPlan(app, bob, silver);
  app.clock.set(new Date('2026-04-28T00:00:00Z'));
  await updatePlan(app, ada, silver, { price: '12' });
  app.clock.set(new Date('2026-05-01T00:00:00Z'));
  await renewDue(app);
  assert.deepEqual(await balances(app, bob), ['80', '0'], 'a notice of three days is too short');
  app.clock.set(new Date('2026-06-01T00:00:00Z'));
  await renewDue(app);
  assert.deepEqual(await balances(app, bob), ['68', '0']);
  await updatePlan(app, ada, silver, { price: '50' });
  await deleteMembershipPlan(app, ada, silver);
  app.clock.set(new Date('2026-07-01T00:00:00Z'));
  await renewDue(app);
  assert.deepEqual(await balances(app, bob), ['56', '0']);
  assert.equal((await stateOf(app, id)).ended_at, null);
  await assert.rejects(subscribeToPlan(app, carol, silver), { kind: 'missing' });
});

test('does not charge people who are blocked, suspended or scheduled for deletion', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const silver = await plan(app, ada, 'Silver', '10');
  for (const person of [bob, carol]) await credit(app, person, '100');
  const blocked = await subscribeToPlan(app, bob, silver);
  const leaving = await subscribeToPlan(app, carol, silver);
  await connect(app, ada, 'block', bob.id);
  await app.db
    .updateTable('identity.account')
    .set({ deletion_requested_at: app.clock.now() })
    .where('id', '=', carol.id)
    .execute();
  app.clock.turn(days(32));
  await renewDue(app);
  for (const id of [blocked, leaving]) assert.equal((await stateOf(app, id)).ended_reason, 'closed');
  for (const person of [bob, carol]) assert.deepEqual(await balances(app, person), ['90', '0']);
});

test('a post is unlocked once, and locked again after a refund', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const post = await sold(app, ada, { isForMembers: false, price: '2' });
  await assert.rejects(unlockPost(app, bob, post), { code: 'insufficient_funds' });
  await credit(app, bob, '5');
  const sale = await unlockPost(app, bob, post, '2.00');
  assert.equal(await reads(app, bob, post), true);
  await assert.rejects(unlockPost(app, bob, post), { kind: 'conflict' });
  await assert.rejects(refundSale(app, carol, sale), { kind: 'missing' });
  await assert.rejects(refundSale(app, bob, sale), { kind: 'missing' });
  await refundSale(app, ada, sale);
  await assert.rejects(refundSale(app, ada, sale), { kind: 'conflict' });
  assert.equal(await reads(app, bob, post), false);
  assert.deepEqual(await balances(app, bob), ['5', '0']);
  const again = await unlockPost(app, bob, post);
  assert.deepEqual(await balances(app, bob), ['3', '0']);
  await refundSale(app, olga, again);
  assert.deepEqual(await balances(app, ada), ['0', '0']);
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

test('refunding the current period ends the subscription', async (app) => {
  const { ada, bob } = await createWorld(app);
  await credit(app, bob, '10');
  const id = await subscribeToPlan(app, bob, await plan(app, ada, 'Silver', '10'));
  const sale = await app.db.selectFrom('social.sale').select('id').executeTakeFirstOrThrow();
  await refundSale(app, ada, sale.id);
  assert.equal((await stateOf(app, id)).ended_reason, 'refunded');
  assert.deepEqual(await balances(app, bob), ['10', '0']);
});

test('sends a tip once, with its message, and never to oneself', async (app) => {
  const { ada, bob } = await createWorld(app);
  await credit(app, bob, '10');
  const given = { for: { type: 'profile', id: ada.id }, amount: '5', message: 'Thanks', key: 'one' } as const;
  const sale = await tip(app, bob, given);
  assert.equal(await tip(app, bob, given), sale);
  assert.deepEqual(await balances(app, bob), ['5', '0']);
  assert.deepEqual(await balances(app, ada), ['0', '4.75']);
  await assert.rejects(tip(app, bob, { ...given, amount: '4' }), { kind: 'conflict' });
  await assert.rejects(tip(app, ada, given), /your own content/);
  for (const amount of ['-5', '0', '0.1', '1e3', '5.001', '99999', 'five', ''])
    await assert.rejects(tip(app, bob, { ...given, amount, key: amount }), { field: 'amount' }, amount);
  assert.deepEqual(await balances(app, bob), ['5', '0']);
});

testWithDatabase('concurrent clicks subscribe once, and concurrent runs renew once', async ({ app }) => {
  const { ada, bob } = await createWorld(app);
  await credit(app, bob, '100');
  const silver = await plan(app, ada, 'Silver', '10');
  const clicks = await Promise.allSettled([1, 2, 3].map(() => subscribeToPlan(app, bob, silver)));
  assert.equal(clicks.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await balances(app, bob), ['90', '0']);
  app.clock.turn(days(32));
  await Promise.all([1, 2, 3].map(() => renewDue(app)));
  assert.deepEqual(await balances(app, bob), ['80', '0']);
});
