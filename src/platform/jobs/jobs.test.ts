import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Type } from 'typebox';
import { test, testWithDatabase } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { minutes } from '../../kernel/time.ts';
import { inTransaction } from '../app.ts';
import { addJob, job, type Job, runJobs } from './jobs.ts';
import { startWorker } from './worker.ts';

/** A job that records its payloads and lets a test wait for it. */
function remembering(work: (n: number) => Promise<void> = () => Promise.resolve()) {
  const done: number[] = [];
  const events = new EventEmitter();
  const count = job('test.count', Type.Object({ n: Type.Integer() }), async (_app, { n }) => {
    events.emit('begun');
    await work(n);
    done.push(n);
    events.emit('done');
  });
  const jobs: readonly Job[] = [count];
  const until = async (length: number) => {
    while (done.length < length) await once(events, 'done');
  };
  return { count, jobs, done, events, until };
}

test('queues a job when its transaction commits, and not when it rolls back', async (app) => {
  const { count } = remembering();
  await inTransaction(app, async (app) => {
    await addJob(app, count, { n: 1 });
    throw new Error('no');
  }).catch(() => undefined);
  await inTransaction(app, (app) => addJob(app, count, { n: 2 }));
  assert.deepEqual(
    (await queuedJobs(app)).map(({ name, payload }) => [name, payload]),
    [['test.count', { n: 2 }]],
  );
});

test('rejects a payload that does not match the schema', async (app) => {
  const { count } = remembering();
  await assert.rejects(addJob(app, count, { n: 1.5 }), /test\.count .* \/n/);
  await assert.rejects(addJob(app, count, {} as { n: number }), /invalid payload/);
  assert.deepEqual(await queuedJobs(app), []);
});

test('replaces a job with the same key', async (app) => {
  const { count } = remembering();
  const runAt = new Date(app.clock.now().getTime() + minutes(5));
  await addJob(app, count, { n: 1 }, { key: 'k' });
  await addJob(app, count, { n: 2 }, { key: 'k', runAt });
  await addJob(app, count, { n: 3 });
  const queued = await queuedJobs(app);
  assert.deepEqual(
    queued.map(({ payload, key }) => [payload, key]),
    [
      [{ n: 2 }, 'k'],
      [{ n: 3 }, null],
    ],
  );
  assert.deepEqual(queued[0]!.runAt, runAt);
});

testWithDatabase('runs due jobs and lets failed jobs wait for a retry', async ({ app, database }) => {
  const { count, jobs, done } = remembering((n) =>
    n === 2 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
  );
  for (const n of [1, 2, 3]) await addJob(app, count, { n });
  await addJob(app, count, { n: 4 }, { runAt: new Date(Date.now() + minutes(5)) });
  await runJobs(app, jobs, database.pool);
  assert.deepEqual(done.toSorted(), [1, 3]);
  const { rows } = await database.pool.query<{ n: number; attempts: number; later: boolean }>(
    "select (payload->>'n')::int as n, attempts, run_at > now() as later from graphile_worker._private_jobs order by id",
  );
  assert.deepEqual(rows, [
    { n: 2, attempts: 1, later: true },
    { n: 4, attempts: 0, later: true },
  ]);
});

testWithDatabase(
  'strips the cron field from a payload, and does not run an invalid payload',
  async ({ app, database }) => {
    const { jobs, done } = remembering();
    await sql`select graphile_worker.add_job('test.count', '{"n": 7, "_cron": {"ts": "now"}}')`.execute(
      app.db,
    );
    await sql`select graphile_worker.add_job('test.count', '{"n": "seven"}')`.execute(app.db);
    await runJobs(app, jobs, database.pool);
    assert.deepEqual(done, [7]);
  },
);

testWithDatabase(
  'starts a job as soon as it is committed, and finishes it before stopping',
  async ({ app, database }) => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const { count, jobs, done, events, until } = remembering((n) => (n === 2 ? slow : Promise.resolve()));
    const worker = await startWorker(app, jobs, database.pool);
    await addJob(app, count, { n: 1 });
    await until(1);
    const begun = once(events, 'begun');
    await addJob(app, count, { n: 2 });
    await begun;
    const stopped = worker.stop();
    finish();
    await stopped;
    assert.deepEqual(done, [1, 2]);
    await addJob(app, count, { n: 3 });
    assert.deepEqual(
      (await queuedJobs(app)).map(({ payload }) => payload),
      [{ n: 3 }],
    );
  },
);

testWithDatabase('repeats a job at once that lost the database', async ({ app, database }) => {
  let tries = 0;
  const { count, jobs, until } = remembering(() => {
    tries += 1;
    const lost = new Error('Connection terminated unexpectedly');
    return tries < 4 ? Promise.reject(lost) : Promise.resolve();
  });
  const attempts: (number | undefined)[] = [];
  const watched = jobs.map((each) => ({
    ...each,
    work: async (...given: Parameters<typeof each.work>) => {
      await each.work(...given);
      const { rows } = await sql<{ attempts: number }>`select attempts from graphile_worker.jobs`.execute(
        app.db,
      );
      attempts.push(rows[0]?.attempts);
    },
  }));
  await addJob(app, count, { n: 1 });
  const worker = await startWorker(app, watched, database.pool);
  await until(1);
  await worker.stop();
  assert.deepEqual([tries, attempts], [4, [1]]);
});

testWithDatabase('continues after the database was unreachable', async ({ app, database }) => {
  const { count, jobs, until } = remembering();
  const worker = await startWorker(app, jobs, database.pool);
  await addJob(app, count, { n: 1 });
  await until(1);
  await addJob(app, count, { n: 2 }, { runAt: new Date(Date.now() + 300) });
  await database.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => undefined);
  await until(2);
  await worker.stop();
});

testWithDatabase('runs each job once with two workers', async ({ app, database }) => {
  const { count, jobs, done, until } = remembering();
  const workers = [await startWorker(app, jobs, database.pool), await startWorker(app, jobs, database.pool)];
  for (let n = 0; n < 40; n += 1) await addJob(app, count, { n });
  await until(40);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.equal(new Set(done).size, 40);
  assert.equal(done.length, 40);
});

testWithDatabase('registers a job with a schedule as a cron item', async ({ app, database }) => {
  const nightly = job('test.nightly', Type.Object({}), () => Promise.resolve(), { cron: '10 3 * * *' });
  const worker = await startWorker(app, [nightly], database.pool);
  const registered = async () =>
    (
      await database.pool.query<{ identifier: string }>(
        'select identifier from graphile_worker._private_known_crontabs',
      )
    ).rows;
  // The worker registers cron items after it has started.
  const rows = await eventually(registered, (found) => found.length > 0);
  await worker.stop();
  assert.deepEqual(rows, [{ identifier: 'test.nightly' }]);
});
