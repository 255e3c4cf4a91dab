import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orAbort } from './or-abort.ts';

const forever = new Promise<never>(() => undefined);

test('returns the result of the work, success or failure', async () => {
  const { signal } = new AbortController();
  assert.equal(await orAbort(Promise.resolve(1), signal), 1);
  await assert.rejects(orAbort(Promise.reject(new Error('no')), signal), /no/);
});

test('stops waiting when the signal aborts or has already aborted', async () => {
  const controller = new AbortController();
  const waiting = orAbort(forever, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(orAbort(forever, controller.signal), /enough/);
});
