import assert from 'node:assert/strict';
import type { Problem } from '../../kernel/problem.ts';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson, password } from '../../../test/world.ts';
import { resetAccountGuesses, lockoutRules } from './sign-in-limits.ts';
import { signIn } from '../sign-in/sign-in.ts';
import type { App } from '../../platform/app.ts';

const RATE_LIMITS = 'true';
const phone = { createdVia: 'page' as const, userAgent: 'Phone', address: '192.0.2.1' };
const from = (address: string, userAgent = 'Bot') => ({ createdVia: 'page' as const, userAgent, address });
const wrong = (app: App, device: ReturnType<typeof from>, name = 'ada') =>
  signIn(app, { usernameOrEmail: name, password: 'wrong wrong' }, device);
const right = (app: App, device: ReturnType<typeof from>, name = 'ada') =>
  signIn(app, { usernameOrEmail: name, password }, device);

async function guessWrong(app: App, device: ReturnType<typeof from>, times: number, name?: string) {
  for (let guess = 0; guess < times; guess += 1)
    await assert.rejects(wrong(app, device, name), { kind: 'unauthenticated' });
}

testWithDatabase(
  'throttles an address after ten wrong passwords, and no other address',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await guessWrong(app, from('203.0.113.1'), 10);
    await assert.rejects(right(app, from('203.0.113.1')), (problem: Problem) => {
      assert.equal(problem.kind, 'throttled');
      assert.equal((problem.retryAfter ?? 0) > 0 && (problem.retryAfter ?? 0) <= 60, true);
      return true;
    });
    await right(app, phone);
    // Guesses at her username do not count against her email address.
    await right(app, from('203.0.113.1', 'Other'), 'ada@example.org');
  },
  { RATE_LIMITS },
);

testWithDatabase(
  'makes tries after a pause wait longer each time',
  async ({ app }) => {
    await addPerson(app, 'ada');
    const device = from('203.0.113.1');
    const waited: number[] = [];
    const tryAgain = () =>
      right(app, device).catch(
        (problem: unknown) => void waited.push(Math.ceil(((problem as Problem).retryAfter ?? 0) / 60)),
      );
    // Resets the count of the rule whose wait is over, but not those of the longer waits.
    const waitFor = (...over: string[]) =>
      Promise.all(
        lockoutRules
          .filter(({ name }) => over.includes(name))
          .map((rule) => app.limits.reset(rule, 'ada 203.0.113.1')),
      );
    for (let turn = 1; turn <= 2; turn += 1) {
      await guessWrong(app, device, 10);
      await tryAgain();
      await waitFor('sign-in:pause');
      await guessWrong(app, device, 10);
      await waitFor('sign-in:pause');
      await tryAgain();
      await waitFor('sign-in:pause', 'sign-in:lock');
    }
    await tryAgain();
    assert.deepEqual(waited, [1, 15, 1, 15, 240]);
  },
  { RATE_LIMITS, SIGN_IN_LIMIT: '1000', SIGN_IN_DEVICE_LIMIT: '1000' },
);

testWithDatabase(
  'limits guesses from many addresses together, and exempts a known device',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await addPerson(app, 'bob');
    await right(app, phone);
    for (let last = 1; last <= 4; last += 1) await guessWrong(app, from(`203.0.113.${last}`), 5);
    await assert.rejects(right(app, from('198.51.100.1')), { kind: 'throttled' });
    await assert.rejects(wrong(app, from('198.51.100.2')), { kind: 'throttled' });
    await right(app, phone);
    await right(app, { ...phone, userAgent: 'Phone', address: '192.0.7.7' });
    await right(app, from('198.51.100.1'), 'bob');
    // A mailed code proves who owns the account.
    await resetAccountGuesses(app, ['ADA']);
    await right(app, from('198.51.100.3'));
  },
  { RATE_LIMITS, SIGN_IN_ACCOUNT_LIMIT: '20' },
);

testWithDatabase(
  'gives a known device ten guesses of its own, separate from its network’s',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await right(app, phone);
    await guessWrong(app, from(phone.address), 10);
    await guessWrong(app, phone, 10);
    await assert.rejects(right(app, phone), { kind: 'throttled' });
    // Another address in the same network is the same device.
    await assert.rejects(right(app, { ...phone, address: '192.0.2.99' }), { kind: 'throttled' });
  },
  { RATE_LIMITS, SIGN_IN_DEVICE_LIMIT: '1000', SIGN_IN_LIMIT: '1000' },
);

testWithDatabase(
  'resets the count after a right password',
  async ({ app }) => {
    await addPerson(app, 'ada');
    for (let round = 0; round < 3; round += 1) {
      await guessWrong(app, from('203.0.113.1'), 6);
      await right(app, from('203.0.113.1'));
    }
  },
  { RATE_LIMITS, SIGN_IN_LIMIT: '1000' },
);

testWithDatabase(
  'allows at most ten concurrent tries',
  async ({ app }) => {
    await addPerson(app, 'ada');
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => wrong(app, from('203.0.113.1'))));
    const kinds = tries.map((result) =>
      result.status === 'rejected' ? (result.reason as Problem).kind : '',
    );
    assert.equal(kinds.filter((kind) => kind === 'unauthenticated').length, 10);
    assert.equal(kinds.filter((kind) => kind === 'throttled').length, 20);
  },
  { RATE_LIMITS, SIGN_IN_LIMIT: '1000', SIGN_IN_DEVICE_LIMIT: '1000' },
);

testWithDatabase(
  'throttles an unknown name like a known one',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await guessWrong(app, from('203.0.113.1'), 10, 'nobody');
    await assert.rejects(wrong(app, from('203.0.113.1'), 'nobody'), { kind: 'throttled' });
  },
  { RATE_LIMITS },
);
