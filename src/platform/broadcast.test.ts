import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../test/app.ts';
import { connectionTo } from '../../test/database.ts';
import { findRedis, startRedis } from '../../test/faults/redis.ts';
import { eventually } from '../../test/peers/eventually.ts';
import { type App, inTransaction } from './app.ts';
import { openBroadcast } from './broadcast.ts';
import type { Broadcast, Json } from './broadcast.ts';
import { openRedis } from './redis.ts';

type Work = (app: App, here: Broadcast, there: Broadcast, breakOff: () => Promise<void>) => Promise<void>;

const redisProgram = findRedis();
if (!redisProgram)
  process.stdout.write(
    'No Redis (install redis-server or valkey-server): broadcasting over it is not tested.\n',
  );

/** Tests with two processes on one database, and on one Redis if it is installed. */
function testTwo(title: string, work: Work): void {
  testWithDatabase(title, async ({ app, database }) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    const there = await openBroadcast(app.config, await connectionTo(rows[0]!.name), app.log);
    try {
      await work(app, app.broadcast, there, async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'plaza broadcast' and datname = current_database()`.execute(app.db);
      });
    } finally {
      await there.close();
    }
  });
  if (!redisProgram) return;
  test(`Redis: ${title}`, async (app) => {
    const redis = await startRedis(redisProgram);
    const config = { REDIS_URL: redis.url };
    const [here, there] = await Promise.all([
      openBroadcast(config, undefined, app.log),
      openBroadcast(config, undefined, app.log),
    ]);
    try {
      await work(app, here, there, async () => {
        const client = await openRedis(redis.url, app.log);
        await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        client.disconnect();
      });
    } finally {
      await Promise.all([here.close(), there.close()]);
      await redis.stop();
    }
  });
}

/** Collects the messages of a topic from now on. `until` waits for a number of them. */
function listen(broadcast: Broadcast, topic: string) {
  const heard: Json[] = [];
  const events = new EventEmitter();
  const stop = broadcast.subscribe(topic, (payload) => {
    heard.push(payload);
    events.emit('heard');
  });
  const until = async (count: number) => {
    while (heard.length < count) await once(events, 'heard');
    return heard;
  };
  return { heard, until, stop };
}

testTwo('delivers by topic to every process, including the publisher', async (app, here, there) => {
  const [mine, theirs, others] = [listen(here, 'link'), listen(there, 'link'), listen(there, 'other')];
  await here.publish(app, 'link', { id: '1', text: 'it’s "quoted" \\ ü' });
  await here.publish(app, 'link', ['2']);
  const expected = [{ id: '1', text: 'it’s "quoted" \\ ü' }, ['2']];
  assert.deepEqual(await mine.until(2), expected);
  assert.deepEqual(await theirs.until(2), expected);
  assert.deepEqual(others.heard, []);
});

testTwo('never sends rolled-back messages, and sends committed ones on commit', async (app, here, there) => {
  const { heard, until } = listen(there, 'transaction');
  await assert.rejects(
    inTransaction(app, async (app) => {
      await here.publish(app, 'transaction', 'rolled back');
      throw new Error('no');
    }),
  );
  await inTransaction(app, async (app) => {
    await here.publish(app, 'transaction', 'committed');
    await inTransaction(app, async (inner) => {
      await here.publish(inner, 'transaction', 'undone');
      throw new Error('no');
    }).catch(() => undefined);
    assert.deepEqual(heard, []);
  });
  assert.deepEqual(await until(1), ['committed']);
});

testTwo('sends signals after the commit, and coalesces many into few', async (app, here, there) => {
  const { heard, until } = listen(there, 'signal');
  await inTransaction(app, async (app) => {
    for (let n = 0; n < 100; n += 1) here.signal(app, 'signal');
    await here.publish(app, 'signal', 'committed');
  });
  assert.deepEqual((await until(2)).toSorted(), ['committed', null]);
  here.signal(app, 'signal');
  await until(3);
  assert.ok(heard.length < 10);
});

testTwo('ends a subscription, and isolates a failing one', async (app, here, there) => {
  const gone = listen(there, 'subscription');
  gone.stop();
  there.subscribe('subscription', () => {
    throw new Error('mine alone');
  });
  const { until } = listen(there, 'subscription');
  await here.publish(app, 'subscription', 1);
  assert.deepEqual(await until(1), [1]);
  assert.deepEqual(gone.heard, []);
});

test('rejects a long payload before sending it', async (app) => {
  await assert.rejects(app.broadcast.publish(app, 'long', 'ä'.repeat(4000)), /too long/);
});

testTwo('restores a lost connection and announces the gap', async (app, here, there, breakOff) => {
  const { until } = listen(there, 'gap');
  const gap = new Promise<void>((resolve) => {
    const stop = there.onGap(() => {
      stop();
      resolve();
    });
  });
  await breakOff();
  await gap;
  await here.publish(app, 'gap', 'heard again');
  assert.deepEqual(await until(1), ['heard again']);
});

if (redisProgram)
  testWithDatabase('uses PostgreSQL while Redis is away', async ({ app, database }) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    const redis = await startRedis(redisProgram);
    const connection = await connectionTo(rows[0]!.name);
    const open = () => openBroadcast({ REDIS_URL: redis.url }, connection, app.log);
    const [here, there] = [await open(), await open()];
    const { until } = listen(there, 'away');
    await here.publish(app, 'away', 'by Redis');
    assert.deepEqual(await until(1), ['by Redis']);
    assert.ok(there.isUp());
    await redis.stop();
    assert.equal(
      await eventually(
        () => there.isUp(),
        (isUp) => !isUp,
      ),
      false,
    );
    await inTransaction(app, (app) => here.publish(app, 'away', 'by PostgreSQL'));
    here.signal(app, 'away');
    assert.deepEqual(await until(3), ['by Redis', 'by PostgreSQL', null]);
    await Promise.all([here.close(), there.close()]);
  });
