import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp, testWithDatabase } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { Problem } from '../../kernel/problem.ts';
import { inTransaction } from '../../platform/app.ts';
import { checkLedger, getBalances } from './balances.ts';
import { commission, earnings, held, provider, reverseTransaction, transfer, wallet } from './ledger.ts';
import type { Leg } from './ledger.ts';
import { saleLegs } from './sales.ts';

const cause = { subject: 'test' };
const topUp = (id: string, amount: bigint): Leg[] => [
  { from: provider('operator'), to: wallet(id), amount, kind: 'top_up' },
];
const problem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;
const isSound = async (app: TestApp) => assert.deepEqual((await checkLedger(app)).mistakes, []);

test('a sale moves the price from the buyer to the seller, minus the commission', async (app) => {
  const { ada, bob } = await createWorld(app);
  await transfer(app, topUp(ada.id, 10_000_000n), { key: 'a', cause });
  const legs = saleLegs(app, { buyer: ada.id, seller: bob.id, price: 5_000_000n, kind: 'tip' });
  await transfer(app, legs, { key: 'b', cause: { subject: 'post', id: '7' } });
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 5_000_000n, held: 0n, earnings: 0n });
  assert.deepEqual(await getBalances(app, bob.id), { wallet: 0n, held: 0n, earnings: 4_750_000n });
  await isSound(app);
});

test('posts the same key with the same body once, and rejects it with a different body', async (app) => {
  const { ada } = await createWorld(app);
  const first = await transfer(app, topUp(ada.id, 5n), { key: 'once', cause });
  assert.equal(first.isRepeated, false);
  const again = await transfer(app, topUp(ada.id, 5n), { key: 'once', cause });
  assert.deepEqual(again, { transactionId: first.transactionId, isRepeated: true });
  await assert.rejects(
    transfer(app, topUp(ada.id, 6n), { key: 'once', cause }),
    problem('idempotency_key_reused'),
  );
  assert.equal((await getBalances(app, ada.id)).wallet, 5n);
});

test('a transfer beyond the balance moves nothing, and the surrounding transaction continues', async (app) => {
  const { ada, bob } = await createWorld(app);
  await transfer(app, topUp(ada.id, 5n), { key: 'a', cause });
  const legs: Leg[] = [
    { from: wallet(ada.id), to: held(ada.id), amount: 3n, kind: 'hold' },
    { from: wallet(ada.id), to: earnings(bob.id), amount: 3n, kind: 'tip' },
  ];
  await assert.rejects(transfer(app, legs, { key: 'b', cause }), problem('insufficient_funds'));
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 5n, held: 0n, earnings: 0n });
  // The key was not used.
  assert.equal((await transfer(app, legs.slice(0, 1), { key: 'b', cause })).isRepeated, false);
  await isSound(app);
});

test('reverses a transaction in full and once', async (app) => {
  const { ada, bob } = await createWorld(app);
  await transfer(app, topUp(ada.id, 100n), { key: 'a', cause });
  const legs = saleLegs(app, { buyer: ada.id, seller: bob.id, price: 100n, kind: 'tip' });
  const { transactionId } = await transfer(app, legs, { key: 'b', cause });
  const reversed = await reverseTransaction(app, transactionId, { kind: 'refund' });
  const again = await reverseTransaction(app, transactionId, { kind: 'refund' });
  assert.deepEqual(again, { transactionId: reversed.transactionId, isRepeated: true });
  assert.equal((await getBalances(app, ada.id)).wallet, 100n);
  assert.equal((await getBalances(app, bob.id)).earnings, 0n);
  await isSound(app);
});

test('posted transfers never change, and no balance of a person is negative', async (app) => {
  const { ada } = await createWorld(app);
  await transfer(app, topUp(ada.id, 5n), { key: 'a', cause });
  for (const statement of [
    sql`update social.ledger_transfer set amount = 6`,
    sql`delete from social.ledger_transfer`,
    sql`truncate social.ledger_transfer`,
    sql`update social.ledger_transaction set memo = 'x'`,
    sql`delete from social.ledger_transaction`,
    sql`update social.ledger_account set balance = -1 where kind = 'wallet'`,
  ])
    await assert.rejects(
      inTransaction(app, ({ db }) => statement.execute(db)),
      /never changed|check constraint/,
    );
});

test('the check finds a balance that differs from the sum of its transfers', async (app) => {
  const { ada } = await createWorld(app);
  await transfer(app, topUp(ada.id, 5n), { key: 'a', cause });
  await app.db
    .updateTable('social.ledger_account')
    .set({ balance: '6' })
    .where('kind', '=', 'wallet')
    .execute();
  const { mistakes, accounts, transfers } = await checkLedger(app);
  assert.deepEqual([accounts, transfers], [2, 1]);
  assert.match(
    mistakes.map(({ message }) => message).join('; '),
    /balance of 6.*add up to 5.*instead of zero/,
  );
});

/** To run thousands: LEDGER_OPERATIONS=20000 node scripts/test.ts src/social/wallet/ledger.test.ts */
const operations = Number(process.env.LEDGER_OPERATIONS ?? 400);

testWithDatabase('parallel random operations, each sent twice, leave all sums correct', async ({ app }) => {
  const people: string[] = [];
  for (const name of ['ann', 'ben', 'cat', 'dan']) people.push((await addPerson(app, name)).id);
  const random = generator(7);
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T;
  const createLegs = (): Leg[] => {
    const [a, b] = [pick(people), pick(people)];
    const amount = BigInt(random(1000) + 1);
    const choices: Leg[][] = [
      topUp(a, amount),
      [{ from: wallet(a), to: held(a), amount, kind: 'hold' }],
      [{ from: held(a), to: wallet(a), amount, kind: 'release' }],
      saleLegs(app, { buyer: a, seller: b, price: amount, kind: 'tip' }),
      [
        { from: earnings(b), to: wallet(a), amount, kind: 'refund' },
        { from: wallet(a), to: earnings(pick(people)), amount, kind: 'tip' },
        { from: commission, to: wallet(b), amount: 1n, kind: 'gift' },
      ],
    ];
    return pick(choices);
  };
  const expected = new Map<string, bigint>();
  let posted = 0;
  const run = async (index: number) => {
    const legs = createLegs();
    const send = () =>
      transfer(app, legs, { key: `op:${index}`, cause }).catch((error: unknown) => {
        if (problem('insufficient_funds')(error)) return undefined;
        throw error;
      });
    // Sent concurrently: the second may succeed where the first failed, if funds arrived in between.
    const outcomes = (await Promise.all([send(), send()])).filter((each) => each !== undefined);
    assert.ok(outcomes.filter(({ isRepeated }) => !isRepeated).length <= 1, 'posted at most once');
    if (outcomes.length === 0) return;
    posted++;
    for (const { from, to, amount } of legs) {
      const add = (account: Leg['from'], change: bigint) => {
        if (!('owner' in account)) return;
        const key = `${account.owner} ${account.kind}`;
        expected.set(key, (expected.get(key) ?? 0n) + change);
      };
      add(from, -amount);
      add(to, amount);
    }
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < operations) await run(next++);
    }),
  );
  assert.ok(posted > operations / 4);
  for (const person of people) {
    const balances = await getBalances(app, person);
    for (const kind of ['wallet', 'held', 'earnings'] as const)
      assert.equal(balances[kind], expected.get(`${person} ${kind}`) ?? 0n, `${person} ${kind}`);
  }
  await isSound(app);
});

/** A seeded generator of numbers below a limit. */
function generator(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
