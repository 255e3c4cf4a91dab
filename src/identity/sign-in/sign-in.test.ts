import { equal, match, notEqual, rejects } from 'node:assert/strict';
import { days } from '../../kernel/time.ts';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson, password } from '../../../test/world.ts';
import { requirePassword } from '../credentials/change-credentials.ts';
import { changePassword } from '../credentials/change-password.ts';
import { endSession, findSession, listSessions, startSession } from '../sessions/sessions.ts';
import { signIn, type SignedIn } from './sign-in.ts';

const device = { madeBy: 'page' as const, userAgent: 'Test', address: '192.0.2.1' };

function sessionOf(found: SignedIn) {
  if ('challenge' in found) throw new Error('A second factor was asked for');
  return found;
}

test('one signs in by user name or email, in any letter case', async (app) => {
  const ada = await addPerson(app, 'ada');
  for (const usernameOrEmail of ['ada', ' ADA ', 'Ada@Example.org']) {
    const { accountId, token } = sessionOf(await signIn(app, { usernameOrEmail, password }, device));
    equal(accountId, ada.id);
    equal((await findSession(app, token))?.viewer.username, 'ada');
  }
});

test('a wrong password and an unknown name are refused in the same words', async (app) => {
  await addPerson(app, 'ada');
  const refusal = async (usernameOrEmail: string) => {
    try {
      await signIn(app, { usernameOrEmail, password: 'something else' }, device);
    } catch (error) {
      return (error as Error).message;
    }
    return 'signed in';
  };
  match(await refusal('ada'), /wrong/);
  equal(await refusal('ada'), await refusal('nobody'));
});

testWithDatabase(
  'ten wrong passwords shut the door, also for the right one, and for that name alone',
  async ({ app }) => {
    await addPerson(app, 'ada');
    await addPerson(app, 'bob');
    const attempt = (usernameOrEmail: string, given: string) =>
      signIn(app, { usernameOrEmail, password: given }, device);
    await Promise.all(
      Array.from({ length: 10 }, () => rejects(attempt('ada', 'wrong wrong'), { kind: 'unauthenticated' })),
    );
    await rejects(attempt('ada', password), { kind: 'throttled' });
    equal(typeof sessionOf(await attempt('bob', password)).token, 'string');
  },
  { RATE_LIMITS: 'true' },
);

testWithDatabase(
  'whoever sits at a signed-in browser has ten guesses at the password as well',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    await requirePassword(app, ada.id, password);
    for (let guess = 0; guess < 10; guess += 1)
      await rejects(requirePassword(app, ada.id, 'wrong wrong'), { kind: 'forbidden', field: 'current' });
    await rejects(requirePassword(app, ada.id, password), { kind: 'throttled' });
  },
  { RATE_LIMITS: 'true' },
);

test('a session ends by itself two weeks after it was last used', async (app) => {
  const ada = await addPerson(app, 'ada');
  const token = await startSession(app, ada.id, device);
  app.clock.turn(days(13));
  notEqual(await findSession(app, token), undefined);
  app.clock.turn(days(13));
  notEqual(await findSession(app, token), undefined);
  app.clock.turn(days(15));
  equal(await findSession(app, token), undefined);
});

test('an ended session, a suspended account and a made-up token open nothing', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [one, two] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  const session = await findSession(app, one);
  await endSession(app, ada.id, session?.id ?? '');
  equal(await findSession(app, one), undefined);
  equal(await findSession(app, 'made up'), undefined);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();
  equal(await findSession(app, two), undefined);
});

test('nobody ends another one’s session', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const token = await startSession(app, ada.id, device);
  await endSession(app, bob.id, (await findSession(app, token))?.id ?? '');
  notEqual(await findSession(app, token), undefined);
});

test('the eleventh session ends the one longest unused', async (app) => {
  const ada = await addPerson(app, 'ada');
  const first = await startSession(app, ada.id, device);
  for (let i = 0; i < 10; i++) {
    app.clock.turn(1000);
    await startSession(app, ada.id, device);
  }
  equal(await findSession(app, first), undefined);
  equal((await listSessions(app, ada.id)).length, 10);
});

test('a new password ends every session but the one it was set from', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [here, there] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  await changePassword(app, ada.id, 'another quiet sentence', {
    keepSession: (await findSession(app, here))?.id,
  });
  notEqual(await findSession(app, here), undefined);
  equal(await findSession(app, there), undefined);
});
