import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { device, password } from '../../../test/world.ts';
import { changePassword, requestPasswordChange } from '../credentials/password.ts';
import { findSession, startSession } from './sessions.ts';

/** The cookies of a browser in which a person is signed in. */
async function browserOf({ app, ada }: World) {
  const token = await startSession(app, ada.id, device);
  return { token, cookie: `c_user=${ada.id}; xs=${token}` };
}

testPlaza('a sign-in ends the session that the browser had, and no other', async (world) => {
  const { app, bob, plaza } = world;
  const [here, elsewhere] = [await browserOf(world), await browserOf(world)];
  const fields = { username_email: 'bob', password };
  assert.equal((await plaza.form(undefined, '/signin', fields, { cookie: here.cookie })).status, 303);
  assert.equal(await findSession(app, here.token), undefined);
  assert.notEqual(await findSession(app, elsewhere.token), undefined);
  const wrong = { cookie: elsewhere.cookie };
  await plaza.form(undefined, '/signin', { ...fields, password: 'guessed it' }, wrong);
  assert.notEqual(await findSession(app, elsewhere.token), undefined, 'a failed one ends nothing');
  // The cookie names another account.
  const forged = { cookie: elsewhere.cookie.replace(/c_user=\d+/, `c_user=${bob.id}`) };
  await plaza.form(undefined, '/signin', fields, forged);
  assert.notEqual(await findSession(app, elsewhere.token), undefined);
});

testPlaza('a new account ends the session that the browser had', async (world) => {
  const { app, plaza } = world;
  const { token, cookie } = await browserOf(world);
  const newcomer = { name: 'Grace Hopper', username: 'grace', email: 'grace@example.org', password };
  assert.equal((await plaza.form(undefined, '/signup', newcomer, { cookie })).status, 303);
  assert.equal(await findSession(app, token), undefined);
});

testPlaza('signing out clears what the browser stores', async (world) => {
  const { app, plaza } = world;
  const { token, cookie } = await browserOf(world);
  const { headers } = await plaza.form(undefined, '/signout', {}, { cookie });
  assert.equal(headers['clear-site-data'], '"storage"');
  assert.equal(await findSession(app, token), undefined);
});

testPlaza('a new password differs from the username and the address', async (world) => {
  const { app, plaza } = world;
  const wanted = ['countess_ada', 'Countess_Ada', 'COUNTESS@EXAMPLE.ORG', 'countess'];
  await app.db
    .updateTable('identity.account')
    .set({ username: 'countess_ada', email: 'countess@example.org' })
    .where('id', '=', world.ada.id)
    .execute();
  for (const each of wanted) {
    const refused = { kind: 'invalid', field: 'password' };
    await assert.rejects(changePassword(app, world.ada.id, each), refused, each);
    await assert.rejects(requestPasswordChange(app, world.ada.id, each), refused, each);
    const form = { password: each, current: password };
    assert.equal((await plaza.form(world.ada, '/settings/password', form)).status, 422, each);
  }
});

testPlaza('sign-ins are logged with their address, and not what was typed', async (world) => {
  const lines: object[] = [];
  const { app, ada } = world;
  const log = {
    ...app.log,
    info: (fields: object, message: string) => void lines.push({ ...fields, message }),
  };
  const { signIn } = await import('../sign-in/sign-in.ts');
  const logged = { ...app, log } as unknown as typeof app;
  const given = { usernameOrEmail: 'ada', password };
  await signIn(logged, given, device);
  await assert.rejects(signIn(logged, { ...given, password: 'guessed' }, device));
  await assert.rejects(signIn(logged, { usernameOrEmail: 'my password', password: 'x' }, device));
  const { address } = device;
  assert.deepEqual(lines, [
    { account: ada.id, address, via: device.createdVia, message: 'signed in' },
    { account: ada.id, address, message: 'wrong password' },
    { account: undefined, address, message: 'wrong password' },
  ]);
});
