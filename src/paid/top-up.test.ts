import assert from 'node:assert/strict';
import { payInVersion1, payOnBase, payOnSolana, quoteOf } from '../../test/paid/payments.ts';
import { charges, type Shop, testShop } from '../../test/paid/shop.ts';
import { createWorld, device } from '../../test/world.ts';
import { startSession } from '../identity/sessions/sessions.ts';
import { hours } from '../kernel/time.ts';
import { checkLedger, getBalances } from '../social/wallet/balances.ts';
import { listTopUps } from '../social/wallet/top-ups/top-ups.ts';
import { reconcilePayments } from './calls/reconcile-payments.ts';
import { getRevenue } from './revenue/revenue.ts';

interface Member {
  ada: Awaited<ReturnType<typeof createWorld>>['ada'];
  url: string;
  balance: () => Promise<bigint>;
}

const testTopUp = (title: string, work: (shop: Shop & Member) => Promise<void>) =>
  testShop(title, async (shop) => {
    const { ada } = await createWorld(shop.app);
    const url = `/api/wallet/top-up?username=${ada.username}&amount=20`;
    const balance = async () => (await getBalances(shop.app, ada.id)).wallet;
    await work({ ...shop, ada, url, balance });
    assert.deepEqual((await checkLedger(shop.app)).mistakes, []);
  });

testTopUp('a top-up charges and credits its sum once, in either version on either network', async (shop) => {
  const { app, ask, ada, url, balance } = shop;
  const now = app.clock.now();
  const quoted = await ask(url);
  assert.equal(quoted.statusCode, 402);
  assert.deepEqual(
    quoteOf(quoted).accepts.map(({ amount }) => amount),
    ['20000000', '20000000'],
  );
  const solana = await ask(url);
  const payments = [
    payOnBase(quoted, now),
    payInVersion1(await ask(url), now),
    payOnSolana(solana, { memo: quoteOf(solana).accepts[1]?.extra.memo ?? '' }),
  ];
  for (const payment of payments) {
    const answers = await Promise.all([ask(url, payment), ask(url, payment)]);
    for (const answer of [...answers, await ask(url, payment)]) {
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json(), { username: ada.username, amount: '20', currency: 'USD' });
    }
  }
  assert.equal(await balance(), 60_000_000n);
  assert.equal(charges(shop)[2], 3);
  const { items } = await listTopUps(app, { ownerId: ada.id });
  assert.deepEqual(
    items.map(({ provider, amount, state }) => [provider, amount, state]),
    Array(3).fill(['usdc', 20_000_000n, 'completed']),
  );
  // A top-up belongs to the member and is not revenue.
  assert.equal((await getRevenue(app, '7')).total.amount, 0n);
});

testTopUp('a payment tops up only the wallet and the sum that it was quoted for', async (shop) => {
  const { app, ask, ada, url, balance } = shop;
  const now = app.clock.now();
  const payment = payOnBase(await ask(url), now);
  const others = [url.replace('=20', '=30'), url.replace(ada.username, 'someone')];
  for (const other of others) {
    const answer = await ask(other, payment);
    assert.equal(answer.statusCode, 402, answer.body);
  }
  // Version 1 carries no quote: its amount must equal the requested sum.
  const cheap = payInVersion1(await ask(url.replace('=20', '=5')), now);
  const refused = await ask(url, cheap);
  assert.deepEqual([refused.statusCode, quoteOf(refused).error], [402, 'amount_mismatch']);
  assert.equal(await balance(), 0n);
  assert.deepEqual(charges(shop), [0, 0, 0]);
});

testTopUp('an invalid sum or name is refused without a quote', async (shop) => {
  const { app, ask, ada, url, balance } = shop;
  const refused: [string, number, string][] = [
    [url.replace('=20', '=4.99'), 400, 'amount'],
    [url.replace('=20', '=1000.01'), 400, 'amount'],
    [url.replace('=20', '=-5'), 400, 'amount'],
    [url.replace('=20', '=5.001'), 400, 'amount'],
    [url.replace('=20', '=much'), 400, 'amount'],
    [url.replace(ada.username, 'nobody-here'), 404, 'Member'],
    [`${url}&more=1`, 400, 'more'],
  ];
  for (const [address, status, word] of refused) {
    const answer = await ask(address);
    assert.equal(answer.statusCode, status, `${address}: ${answer.body}`);
    assert.match(answer.body, new RegExp(word));
  }
  const example = '/api/wallet/top-up';
  const unnamed = await ask(example, payOnBase(await ask(example), app.clock.now()));
  assert.equal(unnamed.statusCode, 400, 'directories are quoted a call without input');
  assert.equal(await balance(), 0n);
  assert.deepEqual(charges(shop).slice(1), [0, 0]);
});

testTopUp('a wallet cannot be topped up from a wallet', async ({ app, ask, ada, url, balance }) => {
  const token = await startSession(app, ada.id, device);
  const answer = await ask(url, { 'x-auth-token': token, 'x-wallet-payment': 'payment-1' });
  assert.equal(answer.statusCode, 409);
  assert.equal(await balance(), 0n);
});

testTopUp('a payment whose response was lost is credited once', async (shop) => {
  const { app, ask, facilitator, url, balance } = shop;
  facilitator.settle = 'lost';
  const payment = payOnBase(await ask(url), app.clock.now());
  assert.equal((await ask(url, payment)).statusCode, 503);
  assert.equal(await balance(), 0n);
  facilitator.settle = 'right';
  app.clock.turn(hours(1));
  const again = await ask(url, payment);
  assert.equal(again.statusCode, 200, again.body);
  await reconcilePayments(app);
  assert.equal(await balance(), 20_000_000n);
  assert.equal((await ask(url, payment)).statusCode, 200);
  assert.equal(await balance(), 20_000_000n);
});

testTopUp('a refused payment credits nothing', async ({ app, ask, facilitator, url, balance }) => {
  facilitator.settle = 'refuse';
  assert.equal((await ask(url, payOnBase(await ask(url), app.clock.now()))).statusCode, 402);
  assert.equal(await balance(), 0n);
});
