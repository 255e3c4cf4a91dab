import assert from 'node:assert/strict';
import { days } from '../../kernel/time.ts';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson, device, password } from '../../../test/world.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { changePassword } from '../credentials/password.ts';
import { endSession, findSession, listSessions, startSession } from '../sessions/sessions.ts';
import { signIn, type SignedIn } from './sign-in.ts';

function sessionOf(found: SignedIn) {
  if ('challenge' in found) throw new Error('A second factor was asked for');
  return found;
}

test('signs in by username or email, in any letter case', async (app) => {
  const ada = await addPerson(app, 'ada');
  for (const usernameOrEmail of ['ada', ' ADA ', 'Ada@Example.org']) {
    const { accountId, token } = sessionOf(await signIn(app, { usernameOrEmail, password }, device));
    assert.equal(accountId, ada.id);
    assert.equal((await findSession(app, token))?.viewer.username, 'ada');
  }
});

test('rejects a wrong password and an unknown name with the same message', async (app) => {
  await addPerson(app, 'ada');
  const refusal = async (usernameOrEmail: string) => {
    try {
      await signIn(app, { usernameOrEmail, password: 'something else' }, device);
    } catch (error) {
      return (error as Error).message;
    }
    return 'signed in';
  };
  assert.match(await refusal('ada'), /Incorrect/);
  assert.equal(await refusal('ada'), await refusal('nobody'));
});

testWithDatabase(
  'throttles a name after ten wrong passwords, even for the right password',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await addPerson(app, 'bob');
    const attempt = (usernameOrEmail: string, given: string) =>
      signIn(app, { usernameOrEmail, password: given }, device);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        assert.rejects(attempt('ada', 'wrong wrong'), { kind: 'unauthenticated' }),
      ),
    );
    await assert.rejects(attempt('ada', password), { kind: 'throttled' });
    assert.equal(typeof sessionOf(await attempt('bob', password)).token, 'string');
  },
  { RATE_LIMITS: 'true' },
);

testWithDatabase(
  'gives a signed-in browser ten password guesses without locking out the owner elsewhere',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const from = (address: string) => ({ userAgent: 'Stolen', address });
    await requirePassword(app, ada.id, password, from('203.0.113.1'));
    const guess = () => requirePassword(app, ada.id, 'wrong wrong', from('203.0.113.1'));
    for (let tries = 0; tries < 10; tries += 1)
      await assert.rejects(guess(), { kind: 'forbidden', field: 'current' });
    await assert.rejects(requirePassword(app, ada.id, password, from('203.0.113.1')), { kind: 'throttled' });
    await requirePassword(app, ada.id, password, device);
    await signIn(app, { usernameOrEmail: 'ada', password }, device);
  },
  { RATE_LIMITS: 'true' },
);

testWithDatabase(
  'limits guesses at signed-in browsers together, and exempts a known device',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    await signIn(app, { usernameOrEmail: 'ada', password }, device);
    for (let last = 1; last <= 20; last += 1) {
      const thief = { userAgent: 'Stolen', address: `203.0.113.${last}` };
      await assert.rejects(requirePassword(app, ada.id, 'wrong wrong', thief), { kind: 'forbidden' });
    }
    const thief = { userAgent: 'Stolen', address: '203.0.113.77' };
    await assert.rejects(requirePassword(app, ada.id, password, thief), { kind: 'throttled' });
    await requirePassword(app, ada.id, password, device);
  },
  { RATE_LIMITS: 'true', SIGN_IN_ACCOUNT_LIMIT: '20' },
);

test('ends a session two weeks after its last use', async (app) => {
  const ada = await addPerson(app, 'ada');
  const token = await startSession(app, ada.id, device);
  app.clock.turn(days(13));
  assert.notEqual(await findSession(app, token), undefined);
  app.clock.turn(days(13));
  assert.notEqual(await findSession(app, token), undefined);
  app.clock.turn(days(15));
  assert.equal(await findSession(app, token), undefined);
});

test('rejects ended sessions, suspended accounts and forged tokens', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [one, two] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  const session = await findSession(app, one);
  await endSession(app, ada.id, session?.id ?? '');
  assert.equal(await findSession(app, one), undefined);
  assert.equal(await findSession(app, 'made up'), undefined);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();
  assert.equal(await findSession(app, two), undefined);
});

test('does not end another account’s session', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const token = await startSession(app, ada.id, device);
  await endSession(app, bob.id, (await findSession(app, token))?.id ?? '');
  assert.notEqual(await findSession(app, token), undefined);
});

test('ends the least recently used session when an eleventh starts', async (app) => {
  const ada = await addPerson(app, 'ada');
  const first = await startSession(app, ada.id, device);
  for (let i = 0; i < 10; i++) {
    app.clock.turn(1000);
    await startSession(app, ada.id, device);
  }
  assert.equal(await findSession(app, first), undefined);
  assert.equal((await listSessions(app, ada.id)).length, 10);
});

test('ends every session but the current one when the password changes', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [here, there] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  await changePassword(app, ada.id, 'another quiet sentence', {
    exceptSession: (await findSession(app, here))?.id,
  });
  assert.notEqual(await findSession(app, here), undefined);
  assert.equal(await findSession(app, there), undefined);
});
