import assert from 'node:assert/strict';
import { connectAgent } from '../../../test/agent.ts';
import { openPlaza } from '../../../test/ask-plaza.ts';
import { testShop, type Shop } from '../../../test/paid/shop.ts';
import { device, createWorld } from '../../../test/world.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { days } from '../../kernel/time.ts';
import { provider, transfer, wallet } from '../../social/wallet/ledger.ts';
import { checkLedger, getBalances } from '../../social/wallet/balances.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const price = 2000n;

/** Runs a test with the token of a member whose wallet has the given balance in millionths. */
const testWallet = (title: string, amount: bigint, work: (shop: Shop & Buyer) => Promise<void>) =>
  testShop(title, async (shop) => {
    const { app } = shop;
    const { ada, bob } = await createWorld(app);
    const topUp = { from: provider('operator'), to: wallet(ada.id), amount, kind: 'top_up' };
    await transfer(app, [topUp], { key: 'top-up', cause: { subject: 'test' } });
    const tokens = {
      ada: await startSession(app, ada.id, device),
      bob: await startSession(app, bob.id, device),
    };
    const pay = (url: string, key: string, token = tokens.ada) =>
      shop.ask(url, { 'x-auth-token': token, 'x-wallet-payment': key });
    const balance = async () => (await getBalances(app, ada.id)).wallet;
    await work({ ...shop, ada, tokens, pay, balance });
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  });

interface Buyer {
  ada: Awaited<ReturnType<typeof createWorld>>['ada'];
  tokens: { ada: string; bob: string };
  pay: (url: string, key: string, token?: string) => ReturnType<Shop['ask']>;
  balance: () => Promise<bigint>;
}

testWallet('a call is paid from the balance, once per key', 10_000n, async (shop) => {
  const { pay, balance, answered } = shop;
  const first = await pay('/api/echo?text=hi', 'payment-1');
  assert.equal(first.statusCode, 200, first.body);
  assert.deepEqual(first.json(), { said: 'hi', times: 1 });
  const again = await pay('/api/echo?text=hi', 'payment-1');
  assert.equal(again.body, first.body);
  assert.equal(await balance(), 10_000n - price);
  assert.deepEqual(answered, ['hi']);
  const other = await pay('/api/echo?text=other', 'payment-1');
  assert.equal(other.statusCode, 402);
  assert.equal(other.json<{ error: string }>().error, 'input_mismatch');
  assert.equal((await pay('/api/echo?text=hi', 'payment-2')).statusCode, 200);
  assert.equal(await balance(), 10_000n - 2n * price);
});

testWallet(
  'concurrent calls with one key are charged once, and none exceeds the balance',
  5000n,
  async (shop) => {
    const { pay, balance, answered } = shop;
    const same = await Promise.all(Array.from({ length: 10 }, () => pay('/api/echo', 'payment-1')));
    assert.deepEqual(new Set(same.map(({ statusCode }) => statusCode)), new Set([200]));
    assert.equal(answered.length, 1);
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => pay('/api/echo', `payment-2${n}`)));
    const statuses = others.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [200, 402, 402, 402, 402, 402]);
    assert.equal(await balance(), 1000n);
  },
);

testWallet('a failed call costs nothing', 10_000n, async ({ pay, balance, states }) => {
  assert.equal((await pay('/api/echo?text=missing', 'payment-1')).statusCode, 404);
  assert.equal((await pay('/api/echo?times=99', 'payment-2')).statusCode, 400);
  assert.equal((await pay('/api/numbers?limit=3', 'payment-3')).statusCode, 200);
  assert.equal(await balance(), 10_000n - price - 3n * 500n);
  assert.deepEqual(await states(), ['refused', 'settled']);
});

testWallet('a request without identity or key does not pay', 10_000n, async (shop) => {
  const { ask, pay, balance, tokens } = shop;
  const refused: [Record<string, string>, number][] = [
    [{ 'x-wallet-payment': 'payment-1' }, 401],
    [{ 'x-wallet-payment': 'payment-1', 'x-auth-token': 'wrong' }, 401],
    [{ 'x-wallet-payment': 'payment-1', authorization: 'Bearer wrong' }, 401],
    [{ 'x-wallet-payment': 'short', 'x-auth-token': tokens.ada }, 400],
    [{ 'x-wallet-payment': 'with space', 'x-auth-token': tokens.ada }, 400],
    [{ 'x-wallet-payment': '', 'x-auth-token': tokens.ada }, 400],
    [{ 'x-auth-token': tokens.ada }, 402],
  ];
  for (const [headers, status] of refused)
    assert.equal((await ask('/api/echo', headers)).statusCode, status, JSON.stringify(headers));
  const poor = await pay('/api/echo', 'payment-1', tokens.bob);
  assert.equal(poor.statusCode, 402);
  assert.equal(poor.json<{ error: string }>().error, 'insufficient_funds');
  assert.equal(await balance(), 10_000n);
});

testWallet('an agent pays within its daily limit', 100_000n, async (shop) => {
  const { app, ada, ask, balance } = shop;
  const plaza = await openPlaza(app);
  const { token } = await connectAgent(plaza, ada);
  await plaza.close();
  const pay = (key: string) =>
    ask('/api/echo', { authorization: `Bearer ${token}`, 'x-wallet-payment': key });
  const before = await pay('payment-1');
  assert.equal(before.statusCode, 403);
  assert.equal(before.json<{ error: string }>().error, 'agent_may_not_pay');
  await app.db.updateTable('agents.registration').set({ daily_spending: '5000' }).execute();
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => pay(`payment-2${name}`)));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.deepEqual(statuses, [200, 200, 402, 402]);
  const limited = answers.find(({ statusCode }) => statusCode === 402);
  assert.equal(limited?.json<{ error: string }>().error, 'agent_limit_exceeded');
  assert.equal(await balance(), 96_000n);
  app.clock.turn(days(1));
  assert.equal((await pay('payment-3')).statusCode, 200);
});

testWallet(
  'a payment of a dead process is settled if the money moved, and refused otherwise',
  10_000n,
  async (shop) => {
    const { app, pay, balance, states } = shop;
    await pay('/api/echo', 'payment-1');
    const { key } = await app.db
      .selectFrom('social.ledger_transaction')
      .where('subject', '=', 'paid_call')
      .select('key')
      .executeTakeFirstOrThrow();
    // Puts the payment back into the settling state.
    const settling = (key: string) =>
      app.db
        .updateTable('paid.payment')
        .set({ state: 'settling', settled_at: null, request: JSON.stringify({ key }) })
        .execute();
    await settling(key);
    app.clock.turn(days(1) / 24);
    await reconcilePayments(app);
    assert.deepEqual(await states(), ['settled']);
    await settling('never-posted');
    app.clock.turn(days(1) / 24);
    await reconcilePayments(app);
    assert.deepEqual(await states(), ['refused']);
    assert.equal(await balance(), 10_000n - price);
  },
);
