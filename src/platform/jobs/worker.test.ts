import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type pg from 'pg';
import { Type } from 'typebox';
import { testWithDatabase } from '../../../test/app.ts';
import { checkSpace } from '../http/overload/free-space.ts';
import { addJob, job, runners } from './jobs.ts';
import { startWorker, startWorkers } from './worker.ts';

const shape = Type.Object({ n: Type.Integer() });

/** A job that records its numbers and lets a test wait for them. */
function remembering() {
  const done: number[] = [];
  const events = new EventEmitter();
  const count = job('test.count', shape, (_app, { n }) => {
    done.push(n);
    events.emit('done');
    return Promise.resolve();
  });
  const until = async (length: number) => {
    while (done.length < length) await once(events, 'done');
  };
  return { count, done, until };
}

/** Locks the queue like a runner that was killed while it ran every job. */
async function lockAll(pool: pg.Pool, runner: string, ago: string): Promise<void> {
  await pool.query(
    `with job as (
       update graphile_worker._private_jobs
       set locked_at = now() - $2::interval, locked_by = $1, attempts = attempts + 1 where locked_at is null
       returning job_queue_id)
     update graphile_worker._private_job_queues set locked_at = now() - $2::interval, locked_by = $1
     where id in (select job_queue_id from job)`,
    [runner, ago],
  );
  await pool.query(
    'insert into system.job_runner (id, seen_at) values ($1, now() - $2::interval) on conflict do nothing',
    [runner, ago],
  );
}

testWithDatabase('releases all jobs and queues locked by a crash when the worker is alone', async (open) => {
  const { app, database } = open;
  const { count, until } = remembering();
  await addJob(app, count, { n: 1 });
  await addJob(app, count, { n: 2 }, { queue: 'one by one' });
  await addJob(app, count, { n: 3 }, { queue: 'one by one' });
  await lockAll(database.pool, 'pool-dead', '1 second');
  const worker = await startWorker(app, [count], database.pool, { alone: true });
  await until(3);
  await worker.stop();
});

testWithDatabase('releases the locks of a dead runner and none of live ones', async (open) => {
  const { app, database } = open;
  const { count, done, until } = remembering();
  await addJob(app, count, { n: 1 });
  await lockAll(database.pool, 'pool-living', '10 seconds');
  await addJob(app, count, { n: 2 });
  await addJob(app, count, { n: 3 }, { queue: 'one by one' });
  await lockAll(database.pool, 'pool-dead', '40 seconds');
  const worker = await startWorker(app, [count], database.pool);
  await until(2);
  await worker.stop();
  assert.deepEqual(done.sort(), [2, 3]);
  const { rows } = await database.pool.query('select locked_by from graphile_worker._private_jobs');
  assert.deepEqual(rows, [{ locked_by: 'pool-living' }]);
});

testWithDatabase('releases what a runner has claimed if the answer was lost', async ({ app, database }) => {
  const { count, until } = remembering();
  const worker = await startWorker(app, [count], database.pool);
  const { rows } = await database.pool.query<{ id: string }>('select id from system.job_runner');
  const later = new Date(Date.now() + 500);
  await addJob(app, count, { n: 1 }, { runAt: later });
  await addJob(app, count, { n: 2 }, { queue: 'one by one', runAt: later });
  await lockAll(database.pool, rows[0]?.id ?? '', '40 seconds');
  await until(2);
  await worker.stop();
});

testWithDatabase('registers a live runner, and removes it when it ends', async ({ app, database }) => {
  const { count } = remembering();
  const living = 'select from system.job_runner where seen_at <= now()';
  const worker = await startWorker(app, [count], database.pool);
  assert.equal((await database.pool.query(living)).rowCount, 1);
  await worker.stop();
  assert.equal((await database.pool.query(living)).rowCount, 0);
});

for (const [outcome, statement] of [
  ['done', 'delete'],
  ['failed', 'update of last_error'],
] as const)
  testWithDatabase(
    `repeats a job in another runner if its outcome (${outcome}) could not be saved`,
    async ({ app, database }) => {
      const { count, done, until } = remembering();
      const failing = job('test.count', shape, async (app, payload) => {
        await count.work(app, payload);
        if (outcome === 'failed' && done.length === 1) throw new Error('not yet');
      });
      // Simulates a connection that is lost once at that moment.
      await database.pool.query(`
        create sequence failures;
        create function lose_connection() returns trigger language plpgsql as $$ begin
          if nextval('failures') = 1 then raise exception using errcode = '57P01', message = 'lost'; end if;
          return coalesce(new, old);
        end $$;
        create trigger lose_connection before ${statement} on graphile_worker._private_jobs
          for each row execute function lose_connection()`);
      await addJob(app, failing, { n: 1 }, { queue: 'one by one' });
      const worker = await startWorker(app, [failing], database.pool);
      await until(2);
      await addJob(app, failing, { n: 2 }, { queue: 'one by one' });
      await until(3);
      await worker.stop();
      assert.deepEqual(done, [1, 1, 2]);
    },
  );

testWithDatabase('sends mail even when another kind of runner is busy', async ({ app, database }) => {
  const events = new EventEmitter().setMaxListeners(20);
  const begun: string[] = [];
  const until = async (count: number) => {
    while (begun.length < count) await once(events, 'begun');
  };
  const blocking = (['import', 'export', 'network', 'default'] as const).map((runner) =>
    job(
      `test.${runner}`,
      shape,
      async () => {
        begun.push(runner);
        events.emit('begun');
        await once(events, 'go on');
      },
      { runner },
    ),
  );
  const sent: number[] = [];
  const mail = job(
    'test.mail',
    shape,
    (_app, { n }) => {
      sent.push(n);
      events.emit('sent');
      return Promise.resolve();
    },
    { runner: 'mail' },
  );
  for (const each of blocking) for (let n = 0; n < 5; n += 1) await addJob(app, each, { n });
  const worker = await startWorkers(app, [...blocking, mail], database.pool);
  await until(runners.import + runners.export + runners.network + runners.default);
  await addJob(app, mail, { n: 7 });
  while (sent.length === 0) await once(events, 'sent');
  const count = (name: string) => begun.filter((runner) => runner === name).length;
  assert.deepEqual(
    [count('import'), count('export'), count('network'), count('default')],
    [runners.import, runners.export, runners.network, runners.default],
  );
  const going = setInterval(() => events.emit('go on'), 5);
  await until(20);
  await worker.stop();
  clearInterval(going);
});

testWithDatabase('waits while the disk is full, except for jobs that free space', async (open) => {
  const { database } = open;
  const config = { ...open.app.config, DISK_RESERVE_MIB: 1e9 };
  const app = { ...open.app, config };
  const { count, done, until } = remembering();
  const freeing = job('test.free', shape, (given, payload) => count.work(given, payload), {
    whenFull: true,
  });
  await addJob(app, count, { n: 1 });
  await addJob(app, freeing, { n: 2 });
  const worker = await startWorker(app, [count, freeing], database.pool);
  await until(1);
  assert.deepEqual(done, [2]);
  const waiting = await startWorker(app, [count], database.pool);
  await waiting.stop();
  assert.deepEqual(done, [2]);
  config.DISK_RESERVE_MIB = 1;
  await checkSpace(app);
  await until(2);
  config.DISK_RESERVE_MIB = 1e9;
  await checkSpace(app);
  await addJob(app, freeing, { n: 3 });
  await until(3);
  await worker.stop();
  assert.deepEqual(done, [2, 1, 3]);
  const { rows } = await database.pool.query('select attempts from graphile_worker._private_jobs');
  assert.deepEqual(rows, []);
});
