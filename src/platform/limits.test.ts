import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testWithDatabase } from '../../test/app.ts';
import { eventually } from '../../test/peers/eventually.ts';
import { Problem } from '../kernel/problem.ts';
import { minutes, seconds } from '../kernel/time.ts';
import { addressKey, enforce, openLimits } from './limits.ts';
import type { LimitRule, Limits } from './limits.ts';
import { createLog } from './logging/log.ts';
import { systemJobs } from './jobs/system-jobs.ts';

const log = createLog({ LOG_LEVEL: 'silent' });
const alone = { REDIS_URL: '', RATE_LIMITS: true, embeddedDatabase: true, WORKERS: 1 };
const many = { ...alone, WORKERS: 2 };
const rule: LimitRule = { name: 'test', calls: 3, within: minutes(1) };

/** Runs a test for every store. */
const everywhere = (title: string, work: (limits: Limits) => Promise<void>) => {
  test(`memory: ${title}`, async () => work(await openLimits(alone, undefined, log)));
  testWithDatabase(`PostgreSQL: ${title}`, async ({ database }) =>
    work(await openLimits(many, database.pool, log)),
  );
};

everywhere('counts calls by key and rule, and rejects those above the limit', async (limits) => {
  const left = [];
  for (let call = 0; call < 5; call += 1) left.push(await limits.consume(rule, 'ada'));
  assert.deepEqual(
    left.map(({ remaining }) => remaining),
    [2, 1, 0, 0, 0],
  );
  assert.deepEqual(
    left.map(({ exceeded }) => exceeded),
    [false, false, false, true, true],
  );
  assert.equal(left[0]!.limit, 3);
  const resetIn = left[4]!.resetAt.getTime() - Date.now();
  assert.ok(resetIn > 0 && resetIn <= minutes(1));
  assert.equal((await limits.consume(rule, 'bob')).remaining, 2);
  assert.equal((await limits.consume({ ...rule, name: 'other' }, 'ada')).remaining, 2);
});

everywhere('does not count a peek, and starts over after a reset', async (limits) => {
  const peek = async () => {
    const { remaining, exceeded } = await limits.peek(rule, 'carol');
    return [remaining, exceeded];
  };
  assert.deepEqual(await peek(), [3, false]);
  for (let call = 0; call < 3; call += 1) await limits.consume(rule, 'carol');
  assert.deepEqual(await peek(), [0, true]);
  assert.deepEqual(await peek(), [0, true]);
  await limits.reset(rule, 'carol');
  assert.deepEqual(await peek(), [3, false]);
});

everywhere('does not count a refunded call', async (limits) => {
  for (let call = 0; call < 3; call += 1) await limits.consume(rule, 'erin');
  await limits.refund(rule, 'erin');
  assert.equal((await limits.peek(rule, 'erin')).remaining, 1);
  assert.equal((await limits.consume(rule, 'erin')).exceeded, false);
  assert.equal((await limits.consume(rule, 'erin')).exceeded, true);
});

everywhere('blocks a key for longer after it exceeds the limit', async (limits) => {
  const lock = { ...rule, name: 'lock', blockFor: minutes(15) };
  for (let call = 0; call < 3; call += 1) await limits.consume(lock, 'dan');
  const { exceeded, resetAt } = await limits.consume(lock, 'dan');
  assert.ok(exceeded);
  assert.ok(resetAt.getTime() - Date.now() > minutes(14));
});

everywhere('allows calls again when the window ends', async (limits) => {
  const short = { name: 'short', calls: 1, within: seconds(1) };
  await limits.consume(short, 'eve');
  const { exceeded, resetAt } = await limits.consume(short, 'eve');
  assert.ok(exceeded);
  await new Promise((resolve) => setTimeout(resolve, resetAt.getTime() - Date.now() + 20));
  assert.equal((await limits.consume(short, 'eve')).exceeded, false);
});

testWithDatabase(
  'shares one count in PostgreSQL between processes, which race for the last call',
  async ({ database }) => {
    const [one, two] = [
      await openLimits(many, database.pool, log),
      await openLimits(many, database.pool, log),
    ];
    const calls = Array.from({ length: 10 }, (_, call) => (call % 2 ? one : two).consume(rule, 'shared'));
    const states = await Promise.all(calls);
    assert.equal(states.filter(({ exceeded }) => !exceeded).length, 3);
  },
);

testWithDatabase(
  'counts frequent calls in each process and settles them without a write a call',
  async ({ database: { pool } }) => {
    const frequent = { ...rule, settlesLater: true };
    const [one, two] = [await openLimits(many, pool, log), await openLimits(many, pool, log)];
    for (let call = 0; call < 2; call += 1) await one.consume(frequent, 'grace');
    const stored = async () =>
      (
        await pool.query<{ points: number }>(
          "select points from system.rate_limit where key like 'limit:test:%'",
        )
      ).rows;
    assert.deepEqual(await stored(), []);
    await one.close();
    assert.deepEqual(await stored(), [{ points: 2 }]);
    assert.equal((await two.consume(frequent, 'grace')).remaining, 2, 'what others counted is not known yet');
    const remaining = async () => (await two.peek(frequent, 'grace')).remaining;
    assert.equal(await eventually(remaining, (left) => left === 0), 0);
    assert.equal((await two.consume(frequent, 'grace')).exceeded, true);
    await two.close();
    assert.deepEqual(await stored(), [{ points: 4 }]);
    await two.consume(frequent, 'grace');
    await two.refund(frequent, 'grace');
    await two.reset(frequent, 'grace');
    await two.close();
    assert.deepEqual(await stored(), [{ points: 0 }]);
  },
);

test('goes on counting frequent calls while the store is unreachable', async () => {
  const pool = new pg.Pool({ host: '/nowhere' });
  const limits = await openLimits(many, pool, log);
  const frequent = { ...rule, settlesLater: true };
  await limits.consume(frequent, 'heidi');
  await limits.close();
  assert.equal((await limits.consume(frequent, 'heidi')).remaining, 1);
  await pool.end();
});

testWithDatabase(
  'stores a durable rule in PostgreSQL, with the key hashed',
  async ({ database: { pool } }) => {
    const limits = await openLimits(alone, pool, log);
    await limits.consume({ ...rule, durable: true }, 'frank@example.org');
    const { rows } = await pool.query<{ key: string }>('select key from system.durable_limit');
    assert.equal(rows.length, 1);
    assert.match(rows[0]!.key, /^limit:test:[\w-]{22}$/);
    const restarted = await openLimits(alone, pool, log);
    assert.equal((await restarted.consume({ ...rule, durable: true }, 'frank@example.org')).remaining, 1);
  },
);

testWithDatabase('deletes expired windows with a job', async ({ app, database }) => {
  const limits = await openLimits(many, database.pool, log);
  await limits.consume(rule, 'old');
  await limits.consume({ ...rule, durable: true }, 'old');
  const counted = async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      'select ((select count(*) from system.rate_limit) + (select count(*) from system.durable_limit))::int as n',
    );
    return rows[0]?.n;
  };
  const purge = systemJobs.find(({ name }) => name === 'system.purge-limits')!;
  app.clock.set(new Date());
  await purge.work(app, {});
  assert.equal(await counted(), 2);
  app.clock.turn(minutes(2));
  await purge.work(app, {});
  assert.equal(await counted(), 0);
});

test('continues limiting in memory while the store is unreachable', async () => {
  const limits = await openLimits(many, new pg.Pool({ host: '127.0.0.1', port: 1 }), log);
  for (let call = 0; call < 3; call += 1) assert.equal((await limits.consume(rule, 'gina')).exceeded, false);
  assert.ok((await limits.consume(rule, 'gina')).exceeded);
});

test('allows everything when switched off, and still reports the counts', async () => {
  const limits = await openLimits({ ...alone, RATE_LIMITS: false }, undefined, log);
  for (let call = 0; call < 5; call += 1) enforce(await limits.consume(rule, 'hal'));
  assert.equal((await limits.peek(rule, 'hal')).remaining, 0);
});

test('reports when to retry', () => {
  const state = { limit: 1, remaining: 0, resetAt: new Date(Date.now() + 90_000), exceeded: true };
  assert.throws(
    () => enforce(state),
    (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.kind, 'throttled');
      assert.equal(error.retryAfter, 90);
      assert.match(error.message, /90 seconds/);
      return true;
    },
  );
  enforce({ ...state, exceeded: false });
});

const keys: [string, string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
];
for (const [address, key] of keys)
  test(`counts ${address} as ${key}`, () => assert.equal(addressKey(address), key));
