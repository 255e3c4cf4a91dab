import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts';

const create = (options: Partial<WorkQueueOptions> = {}) =>
  new WorkQueue({
    concurrency: 1,
    maxWaiting: 10,
    maxWaitingPerOwner: 5,
    timeout: 60_000,
    message: 'Busy',
    retryAfter: 2,
    ...options,
  });
const busy = { kind: 'unavailable', status: 503, message: 'Busy', retryAfter: 2 };

/** Work that records when it starts and ends on demand. */
function createWork(queue: WorkQueue) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (owner: string, name: string) =>
    queue.run(owner, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const end = async () => {
    ends.shift()?.();
    await turn();
  };
  const endAll = async (count: number) => {
    for (let index = 0; index < count; index += 1) await end();
  };
  return { run, end, endAll, started };
}

test('lets owners take turns, however much work one of them queues', async () => {
  const { run, endAll, started } = createWork(create());
  const all = [run('ada', 'a1'), run('ada', 'a2'), run('ada', 'a3'), run('bob', 'b1'), run('cy', 'c1')];
  await endAll(all.length);
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'a3']);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('limits concurrency in total and per owner', async () => {
  const { run, endAll, started } = createWork(create({ concurrency: 3, concurrencyPerOwner: 2 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name.slice(0, 1), name));
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  await endAll(all.length);
  assert.equal(started.length, 5);
  await Promise.all(all);
});

test('rejects work when the queue is full, and frees the slot of failed work', async () => {
  const queue = create({ maxWaiting: 3, maxWaitingPerOwner: 2 });
  const { run, endAll } = createWork(queue);
  const all = [run('ada', 'a1'), run('ada', 'a2'), run('ada', 'a3')];
  await assert.rejects(run('ada', 'a4'), busy);
  all.push(run('bob', 'b1'));
  await assert.rejects(run('cy', 'c1'), busy);
  await endAll(all.length);
  await Promise.all(all);
  await assert.rejects(
    queue.run('ada', () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await queue.run('ada', () => Promise.resolve(7)), 7);
});

test('rejects work that waits too long and never runs it', async () => {
  const { run, end, started } = createWork(create({ timeout: 1 }));
  const first = run('ada', 'a1');
  await assert.rejects(run('bob', 'b1'), busy);
  await end();
  await first;
  assert.deepEqual(started, ['a1']);
});
