import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../../test/app.ts';
import { addPerson } from '../../../../test/world.ts';
import { minutes } from '../../../kernel/time.ts';
import { perAccount, type Rules } from '../../app.ts';
import { admitCall } from './limiting.ts';

const rules = (name: string, calls: number): Rules => ({
  name,
  who: 'member',
  limit: perAccount(calls, minutes(1)),
});

test('a call costs the budget of the verb that its door names, and stricter ones', async (app) => {
  const viewer = await addPerson(app, 'ada');
  const save = rules('things.save', 10);
  const preview = rules('things.preview', 20);
  const create = rules('things.create', 2);
  const admit = await admitCall(app, undefined, { caller: { viewer } } as never, '127.0.0.1', save);
  for (const called of [save, preview, create]) await admit(called);
  assert.deepEqual(await used(app, viewer.id, [save, preview, create]), [1, 0, 1]);
  // Further calls, as in a loop, are counted.
  for (const called of [save, preview, create]) await admit(called);
  assert.deepEqual(await used(app, viewer.id, [save, preview, create]), [2, 1, 2]);
});

test('a door that names no verb costs the budget of each that it calls', async (app) => {
  const viewer = await addPerson(app, 'ada');
  const [one, other] = [rules('things.one', 10), rules('things.other', 10)];
  const admit = await admitCall(app, undefined, { caller: { viewer } } as never, '127.0.0.1', undefined);
  for (const called of [one, other]) await admit(called);
  assert.deepEqual(await used(app, viewer.id, [one, other]), [1, 1]);
});

/** How many calls were counted so far. */
const used = async (app: TestApp, id: string, all: readonly Rules[]) => {
  const counts: number[] = [];
  for (const { name, limit } of all) {
    const rule = { name: `${name}:account`, calls: Number(limit?.calls), within: Number(limit?.within) };
    const { limit: calls, remaining } = await app.limits.peek(rule, id);
    counts.push(calls - remaining);
  }
  return counts;
};
