import assert from 'node:assert/strict';
import fc from 'fast-check';
import { quoteOf, payOnBase } from '../../../test/paid/payments.ts';
import { identityIn } from '../../../test/paid/facilitator.ts';
import type { FacilitatorBehavior } from '../../../test/paid/facilitator.ts';
import { charges, testShop } from '../../../test/paid/shop.ts';
import type { Shop } from '../../../test/paid/shop.ts';
import { echo, paidServer } from '../../../test/paid/server.ts';
import { purgePayments, reconcileAtStart, reconcilePayments } from './reconcile-payments.ts';

const behaviors: readonly FacilitatorBehavior[] = [
  'right',
  'right',
  'refuse',
  'away',
  'lost',
  'garbage',
  'no transaction',
  'other payer',
  'other network',
  'error',
];

const payments = 50;

testShop(
  'facilitator faults never charge twice, charge without a response, or give a free response',
  async (shop) => {
    const { app, ask, facilitator, answered } = shop;
    const quotes = await Promise.all(
      Array.from({ length: payments }, (_, index) => ask(`/api/echo?text=t${index}`)),
    );
    const sent = quotes.map((quote) => payOnBase(quote, app.clock.now()));
    const identities = sent.map(identityIn);
    const served = new Set<number>();
    const send = async (index: number, input = index) => {
      const answer = await ask(`/api/echo?text=t${input}`, sent[index]);
      assert.ok([200, 402, 503].includes(answer.statusCode), answer.body);
      if (answer.statusCode !== 200) {
        assert.ok(!answer.body.includes('"said":"'));
        return;
      }
      assert.equal(input, index, 'the response is for the paid input');
      assert.deepEqual(answer.json(), { said: `t${index}`, times: 1 });
      assert.ok(facilitator.charged.has(identities[index] ?? ''), 'delivered content is charged');
      served.add(index);
    };
    const step = fc.record({
      index: fc.nat(payments - 1),
      other: fc.option(fc.nat(payments - 1), { nil: undefined, freq: 5 }),
      copies: fc.integer({ min: 1, max: 4 }),
    });
    const turns = fc.infiniteStream(fc.constantFrom(...behaviors));
    const seed = Math.floor(Math.random() * 2 ** 31);
    const [[steps, stream] = []] = fc.sample(
      fc.tuple(fc.array(step, { minLength: 120, maxLength: 160 }), turns),
      {
        numRuns: 1,
        seed,
      },
    );
    assert.ok(steps && stream, `seed ${seed}`);
    const next = stream[Symbol.iterator]();
    facilitator.turn = () => next.next().value as FacilitatorBehavior;
    for (let at = 0; at < steps.length; at += 12)
      await Promise.all(
        steps
          .slice(at, at + 12)
          .flatMap(({ index, other, copies }) =>
            Array.from({ length: copies }, () => send(index, other ?? index)),
          ),
      );
    // Finally the facilitator recovers, and each buyer retries.
    facilitator.turn = undefined;
    for (const index of quotes.keys()) await send(index);
    assert.equal(served.size, payments, `seed ${seed}`);
    assert.equal(facilitator.charged.size, payments, `seed ${seed}`);
    assert.ok(answered.length >= payments);
    const ledger = await app.db.selectFrom('paid.payment').select(['state', 'amount']).execute();
    assert.deepEqual(new Set(ledger.map(({ state }) => state)), new Set(['settled']));
  },
);

/** Puts a payment into the state left by a process killed at this step. */
async function leftBehind(
  { app, ask, facilitator }: Shop,
  state: 'claimed' | 'settling',
  { isCharged }: { isCharged: boolean },
) {
  const payment = payOnBase(await ask('/api/echo'), app.clock.now());
  // The work is done and the response stored, but the settlement is unknown.
  facilitator.settle = isCharged ? 'lost' : 'away';
  assert.equal((await ask('/api/echo', payment)).statusCode, 503);
  facilitator.settle = 'right';
  const lease_until = new Date(app.clock.now().getTime() + 10_000);
  await app.db
    .updateTable('paid.payment')
    .set({ state, reason: null, lease_until })
    .where('state', '=', 'unknown')
    .execute();
  if (state !== 'settling') await app.db.deleteFrom('paid.response').execute();
  return payment;
}

for (const [state, isCharged] of [
  ['claimed', false],
  ['settling', false],
  ['settling', true],
] as const)
  testShop(
    `a payment of a process killed in the state ${state}${isCharged ? ', after the charge,' : ''} buys its response once`,
    async (shop) => {
      const { app, ask, states, facilitator } = shop;
      const payment = await leftBehind(shop, state, { isCharged });
      app.clock.turn(11_000);
      const answer = await ask('/api/echo', payment);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { said: 'hello', times: 1 }]);
      assert.equal(facilitator.charged.size, 1);
      assert.deepEqual(await states(), ['settled']);
    },
  );

testShop('the sweep releases payments that were not charged, and charges nothing', async (shop) => {
  const { app, ask, states } = shop;
  const claimed = await leftBehind(shop, 'claimed', { isCharged: false });
  await reconcilePayments(app);
  assert.deepEqual(await states(), ['claimed'], 'another process may still be working on it');
  app.clock.turn(11_000);
  await leftBehind(shop, 'settling', { isCharged: false });
  app.clock.turn(11_000);
  await reconcilePayments(app);
  assert.deepEqual(await states(), ['refused', 'unknown']);
  const before = charges(shop);
  await reconcilePayments(app);
  assert.deepEqual(charges(shop), before);
  assert.equal((await ask('/api/echo', claimed)).statusCode, 200);
});

testShop('a single process resumes the work of its predecessor at startup', async (shop) => {
  const alone = { ...shop.app, config: { ...shop.app.config, embeddedDatabase: true, WORKERS: 1 } };
  await leftBehind(shop, 'claimed', { isCharged: false });
  await reconcileAtStart(alone);
  assert.deepEqual(await shop.states(), ['refused']);
});

testShop('a response is stored for a day', async (shop) => {
  const { app, ask } = shop;
  const payment = payOnBase(await ask('/api/echo'), app.clock.now());
  assert.equal((await ask('/api/echo', payment)).statusCode, 200);
  app.clock.turn(23 * 3_600_000);
  await purgePayments(app);
  assert.equal((await ask('/api/echo', payment)).statusCode, 200);
  app.clock.turn(2 * 3_600_000);
  await purgePayments(app);
  const late = await ask('/api/echo', payment);
  assert.deepEqual([late.statusCode, quoteOf(late).error], [402, 'payment_already_used']);
  assert.deepEqual(charges(shop), [1, 1, 1]);
});

testShop('a hanging facilitator times out, and its charges are found later', async (shop) => {
  const config = { ...shop.app.config, X402_VERIFY_SECONDS: 1, X402_SETTLE_SECONDS: 1 };
  const server = await paidServer({ ...shop.app, config }, [echo().operation]);
  const { facilitator, states } = shop;
  const ask = (headers = {}) => server.inject({ url: '/api/echo', headers });
  const payment = payOnBase(await ask(), shop.app.clock.now());
  const steps = [
    ['verify', 'facilitator_unavailable', 'refused', 0],
    ['settle', 'settlement_unknown', 'unknown', 1],
  ] as const;
  for (const [step, error, state, charged] of steps) {
    facilitator[step] = 'hang';
    const answer = await ask(payment);
    assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [503, error]);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal(answer.headers['payment-required'], undefined);
    assert.deepEqual([await states(), facilitator.charged.size], [[state], charged]);
    facilitator[step] = 'right';
  }
  const again = await ask(payment);
  assert.deepEqual([again.statusCode, again.json()], [200, { said: 'hello', times: 1 }]);
  assert.deepEqual([await states(), facilitator.charged.size], [['settled'], 1]);
  await server.close();
});
