import assert from 'node:assert/strict';
import { minutes } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { test, type TestApp } from '../../../test/app.ts';
import { createAuthenticator } from '../../../test/peers/software-authenticator.ts';
import { addPerson } from '../../../test/world.ts';
import { createChallenge as beginSecondStep } from '../second-factor/challenge.ts';
import { beginFactor, confirmFactor, findFactor } from '../second-factor/set-up.ts';
import { codeAt } from '../second-factor/codes.ts';
import { findSession } from '../sessions/sessions.ts';
import { suspendAccount } from '../people/suspend-account.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, userHandle } from './passkeys.ts';
import { requestPasskey, signInWithPasskey } from './sign-in-with-passkey.ts';

const plaza = { origin: 'http://plaza.test', host: 'plaza.test' };
const hop = { origin: 'http://hop.test', host: 'hop.test' };
const device = { createdVia: 'page', userAgent: 'Test', address: '192.0.2.1' } as const;
const unknown = /Unknown passkey/;

const ask = async (app: TestApp, place = plaza) => (await requestPasskey(app, place, device)).challenge;
const show = (app: TestApp, credential: string, handle?: string, place = plaza) =>
  signInWithPasskey(app, { credential, handle }, place, device);

async function add(app: TestApp, viewer: Viewer, name = 'Laptop') {
  const authenticator = createAuthenticator();
  const { challenge } = await beginPasskey(app, viewer, name, plaza);
  await addPasskey(app, viewer, authenticator.make({ challenge, ...plaza }), plaza);
  return authenticator;
}

test('signs in with a passkey, and accepts its signature only once', async (app) => {
  const ada = await addPerson(app, 'ada');
  const laptop = await add(app, ada);
  const signed = laptop.sign(
    { challenge: await ask(app), ...plaza },
    userHandle(app, ada.id).toString('base64url'),
  );
  const { accountId, token } = await show(app, signed);
  assert.equal(accountId, ada.id);
  assert.equal((await findSession(app, token))?.viewer.id, ada.id);
  await assert.rejects(show(app, signed), unknown);
  const [{ name, lastUsedAt } = { name: '', lastUsedAt: null }] = await listPasskeys(app, ada);
  assert.deepEqual([name, lastUsedAt], ['Laptop', app.clock.now()]);
});

test('rejects signatures that are expired or from other origins, devices or unknown keys', async (app) => {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const laptop = await add(app, ada);
  const phishing = { origin: 'http://plaza.test.evil.example', host: 'plaza.test' };
  await assert.rejects(show(app, laptop.sign({ challenge: await ask(app), ...phishing })), unknown);
  await assert.rejects(
    show(app, laptop.sign({ challenge: await ask(app), ...plaza, host: 'evil.example' })),
    unknown,
  );
  const atHop = laptop.sign({ challenge: await ask(app, hop), ...plaza });
  await assert.rejects(show(app, atHop), unknown, 'rejects a challenge of the other service');
  await assert.rejects(show(app, atHop, undefined, hop), unknown);
  const unlocked = laptop.sign({ challenge: await ask(app), ...plaza, knowsOwner: false });
  await assert.rejects(show(app, unlocked), unknown);
  await assert.rejects(
    show(app, createAuthenticator().sign({ challenge: await ask(app), ...plaza })),
    unknown,
  );
  await assert.rejects(show(app, laptop.sign({ challenge: 'made-up', ...plaza })), unknown);
  const bobs = userHandle(app, bob.id).toString('base64url');
  await assert.rejects(show(app, laptop.sign({ challenge: await ask(app), ...plaza }, bobs)), unknown);
  const late = laptop.sign({ challenge: await ask(app), ...plaza });
  app.clock.turn(minutes(5));
  await assert.rejects(show(app, late), unknown);
  for (const garbage of ['', '{}', 'null', '[1]', '{"id":"a"}', '\u0000'])
    await assert.rejects(show(app, garbage), unknown);
});

test('rejects a passkey whose counter decreased as a copy', async (app) => {
  const laptop = await add(app, await addPerson(app, 'ada'));
  const signWith = async (counter: number) =>
    show(app, laptop.sign({ challenge: await ask(app), ...plaza, counter }));
  await signWith(7);
  await assert.rejects(signWith(7), unknown);
  await assert.rejects(signWith(6), unknown);
  await signWith(8);
});

test('requires a second-factor passkey to belong to the account of the password', async (app) => {
  const ada = await addPerson(app, 'ada');
  await beginFactor(app, ada.id, 'app');
  const { secret = '' } = (await findFactor(app, ada.id)) ?? {};
  await confirmFactor(app, ada.id, codeAt(secret, app.clock.now()));
  const adas = await add(app, ada);
  const bobs = await add(app, await addPerson(app, 'bob'));
  const { handle = '' } = (await beginSecondStep(app, ada.id, device)) ?? {};
  await assert.rejects(show(app, bobs.sign({ challenge: await ask(app), ...plaza }), handle), unknown);
  const { accountId } = await show(app, adas.sign({ challenge: await ask(app), ...plaza }), handle);
  assert.equal(accountId, ada.id);
  await assert.rejects(show(app, adas.sign({ challenge: await ask(app), ...plaza }), handle), unknown);
});

test('prevents others from adding, seeing or removing an account’s passkeys', async (app) => {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const laptop = await add(app, ada);
  const { challenge } = await beginPasskey(app, ada, 'Phone', plaza);
  const phone = createAuthenticator().make({ challenge, ...plaza });
  await assert.rejects(addPasskey(app, bob, phone, plaza), /Try again/);
  await addPasskey(app, ada, phone, plaza);
  await assert.rejects(addPasskey(app, ada, phone, plaza), /Try again/, 'a challenge works once');
  const again = await beginPasskey(app, ada, '', plaza);
  const inSignIn = createAuthenticator().make({ challenge: await ask(app), ...plaza });
  await assert.rejects(
    addPasskey(app, ada, inSignIn, plaza),
    /Try again/,
    'a challenge for signing in cannot add a passkey',
  );
  await assert.rejects(
    show(app, laptop.sign({ challenge: again.challenge, ...plaza })),
    unknown,
    'a challenge for adding a passkey cannot sign in',
  );
  const mine = await listPasskeys(app, ada);
  assert.deepEqual(
    mine.map(({ name }) => name),
    ['Laptop', 'Phone'],
  );
  assert.deepEqual(await listPasskeys(app, bob), []);
  await assert.rejects(removePasskey(app, bob, mine[0]?.id ?? ''), { kind: 'missing' });
  await removePasskey(app, ada, mine[0]?.id ?? '');
  await assert.rejects(show(app, laptop.sign({ challenge: await ask(app), ...plaza })), unknown);
});

test('the last way to sign in is not removed', async (app) => {
  const ada = await addPerson(app, 'ada');
  await add(app, ada);
  await add(app, ada, 'Phone');
  await app.db.updateTable('identity.account').set({ password_hash: '' }).where('id', '=', ada.id).execute();
  const [laptop, phone] = await listPasskeys(app, ada);
  await removePasskey(app, ada, laptop?.id ?? '');
  await assert.rejects(removePasskey(app, ada, phone?.id ?? ''), { kind: 'conflict' });
  assert.deepEqual(await listPasskeys(app, ada), [phone]);
});

test('rejects a passkey sign-in to a suspended account', async (app) => {
  const operator = await addPerson(app, 'olga');
  const ada = await addPerson(app, 'ada');
  const laptop = await add(app, ada);
  await suspendAccount(app, operator, ada.id);
  const signed = laptop.sign({ challenge: await ask(app), ...plaza });
  await assert.rejects(show(app, signed), /suspended/);
});
