import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import type { Problem } from '../../kernel/problem.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { signUp } from './sign-up.ts';
import { checkUsername } from './usernames.ts';
import type { App } from '../../platform/app.ts';

const device = { createdVia: 'page' as const, userAgent: 'Phone', address: '192.0.2.1' };
const password = 'a long and quiet sentence';
const newcomer = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password,
  firstName: 'New',
  lastName: 'Comer',
});
const outcomes = async (app: App, names: string[]) => {
  const kinds = [];
  for (const name of names)
    kinds.push(
      await signUp(app, newcomer(name), device).then(
        () => 'made',
        (problem: unknown) => (problem as Problem).kind,
      ),
    );
  return kinds;
};

testWithDatabase(
  'does not count rejected sign-ups as created accounts',
  async ({ app }) => {
    assert.deepEqual(await outcomes(app, ['ada', 'ada', 'ada', 'x', 'bob', 'carol', 'carol']), [
      'made',
      'conflict',
      'conflict',
      'invalid',
      'made',
      'throttled',
      'throttled',
    ]);
  },
  { RATE_LIMITS: 'true', SIGN_UP_LIMIT: '2' },
);

testWithDatabase(
  'limits concurrent sign-ups to the maximum',
  async ({ app }) => {
    const all = await Promise.allSettled(
      ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'].map((name) =>
        signUp(app, newcomer(`name-${name}`.replace('-', '')), device),
      ),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3);
  },
  { RATE_LIMITS: 'true', SIGN_UP_DEVICE_LIMIT: '3' },
);

testWithDatabase(
  'makes the device of the sign-up a known device',
  async ({ app }) => {
    await signUp(app, newcomer('ada'), device);
    const bot = { ...device, userAgent: 'Bot', address: '203.0.113.1' };
    const wrong = () => signIn(app, { usernameOrEmail: 'ada', password: 'wrong wrong' }, bot);
    await assert.rejects(wrong(), { kind: 'unauthenticated' });
    await assert.rejects(wrong(), { kind: 'throttled' });
    await signIn(app, { usernameOrEmail: 'ada', password }, device);
  },
  { RATE_LIMITS: 'true', SIGN_IN_ACCOUNT_LIMIT: '1' },
);

testPlaza('counts sign-up attempts by address, whatever their outcome', async ({ app, plaza }) => {
  const { headers } = await plaza.form(undefined, '/signup', { username: 'x' });
  assert.equal(headers['x-ratelimit-limit'], String(app.config.SIGN_UP_ATTEMPT_LIMIT));
});

testPlaza('a username is proposed from the name, and taken if none is typed', async ({ app, plaza }) => {
  const ask = async (name: string) =>
    JSON.parse((await plaza.page(undefined, `/signup/username?name=${encodeURIComponent(name)}`)).text) as {
      username: string;
      available: boolean;
    };
  assert.deepEqual((await ask('Renée Åström')).username, 'renee');
  const fields = { name: 'Renée Åström', email: 'renee@example.org', password: 'correct horse battery' };
  assert.equal((await plaza.form(undefined, '/signup', fields)).status, 303);
  assert.equal((await ask('Renée Åström')).username, 'renee.astrom');
  for (const name of ['Admin', 'أحمد', '', '@', 'a'.repeat(250)]) {
    const { username, available } = await ask(name);
    assert.ok(available, `${name}: ${username}`);
    await checkUsername(app, username);
  }
});
