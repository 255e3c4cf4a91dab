import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Requests a slot by name. `log` records the outcomes. */
function visit(limit: ReturnType<typeof createConcurrencyLimit>) {
  const log: string[] = [];
  const leaving = new Map<string, () => void>();
  const enter = (name: string) =>
    limit.pass(
      (leave) => {
        log.push(`${name} in`);
        leaving.set(name, leave);
      },
      () => log.push(`${name} refused`),
    );
  return { log, enter, leave: (name: string) => leaving.get(name)?.() };
}

test('runs a limited number at once and the others in order', () => {
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 2, waiting: 2, maxWait: 60_000 }));
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name);
  assert.deepEqual(log, ['a in', 'b in', 'e refused']);
  leave('a');
  leave('a');
  leave('b');
  assert.deepEqual(log.slice(3), ['c in', 'd in']);
  leave('c');
  enter('f');
  assert.equal(log.at(-1), 'f in');
});

test('serves the newest request first in a long queue', () => {
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 1, waiting: 10, maxWait: 60_000 }));
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) enter(name);
  for (const name of ['a', 'g', 'f', 'b', 'c']) leave(name);
  assert.deepEqual(log, ['a in', 'g in', 'f in', 'b in', 'c in', 'd in']);
});

test('rejects a request that waits too long and never runs it later', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { log, enter, leave } = visit(createConcurrencyLimit({ atOnce: 1, waiting: 5, maxWait: 500 }));
  enter('a');
  enter('b');
  context.mock.timers.tick(400);
  enter('c');
  context.mock.timers.tick(100);
  assert.deepEqual(log, ['a in', 'b refused']);
  leave('a');
  leave('c');
  enter('d');
  assert.deepEqual(log.slice(2), ['c in', 'd in']);
});
