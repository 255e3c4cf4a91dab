import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testPlaza } from '../../../test/ask-plaza.ts';
import {
  baseProvider,
  newcomer,
  openBrowser,
  signInAt,
  testProvider,
} from '../../../test/peers/at-provider.ts';
import { password } from '../../../test/world.ts';
import { minutes } from '../../kernel/time.ts';
import { inTransaction } from '../../platform/app.ts';
import { eraseAccount } from '../account-deletion/erasing.ts';
import { endAccess, endEverything } from '../sessions/end-access.ts';
import { addProvider, updateProvider } from '../providers/providers.ts';

const join = { name: 'G', username: 'grace' };

const names: [string, Record<string, unknown>, string][] = [
  ['no name', { name: undefined, preferred_username: undefined }, 'grace'],
  ['an address as name', { name: 'grace@corp.example' }, 'grace'],
  ['a name of 400 letters', { name: 'x'.repeat(400) }, 'x'.repeat(64)],
  ['a check mark', { name: 'Grace ✅' }, 'Grace'],
  ['only marks that nobody sees', { name: '\u200b\u202e', preferred_username: 'gr\u0000ace' }, 'grace'],
];
for (const [what, claims, expected] of names)
  testProvider(
    `somebody with ${what} gets an account`,
    async (world, provider) => {
      provider.person = newcomer(claims);
      assert.equal((await signInAt(openBrowser(world), provider)).location, '/saved');
      const { first_name } = await world.app.db
        .selectFrom('identity.account')
        .select('first_name')
        .where('email', '=', 'grace@corp.example')
        .executeTakeFirstOrThrow();
      assert.equal(first_name, expected);
    },
    { newcomers: 'always' },
  );

testProvider('a URL without what asks to sign in again makes no fresh session', async (world, provider) => {
  const at = openBrowser(world);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', join);
  world.app.clock.turn(minutes(11));
  const begun = new URL((await at.get('/signin/with/corp?next=%2Fsaved&again=1')).location);
  begun.searchParams.delete('prompt');
  begun.searchParams.delete('max_age');
  const back = new URL(await provider.follow(begun.href));
  assert.equal((await at.get(back.pathname + back.search)).location, '/saved');
  assert.equal((await at.post('/settings/username', { username: 'grace.h', current: '' })).status, 403);
});

testProvider('no form needs a password of somebody who has none', async (world, provider) => {
  const at = openBrowser(world);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', join);
  const pages = ['credentials', 'two-factors', 'passkeys', 'data', 'sign-in-methods'];
  for (const page of pages) {
    const { status, text } = await at.get(`/settings/${page}`);
    assert.equal(status, 200, page);
    const fields = text.match(/<input[^>]*current-password[^>]*>/g) ?? [];
    assert.ok(fields.length > 0 || page === 'sign-in-methods', page);
    for (const field of fields) assert.doesNotMatch(field, /required/, page);
  }
});

testProvider('a deleted account keeps no identity, so its owner can join again', async (world, provider) => {
  const { app } = world;
  provider.person = newcomer();
  const at = openBrowser(world);
  await signInAt(at, provider);
  await at.post('/signup/with', join);
  const find = app.db.selectFrom('identity.linked_identity').select('account_id as id');
  const { id } = await find.executeTakeFirstOrThrow();
  await inTransaction(app, (app) => eraseAccount(app, id));
  assert.deepEqual(await find.execute(), []);
  const again = openBrowser(world);
  assert.equal((await signInAt(again, provider)).location, '/signup/with');
  assert.equal((await again.post('/signup/with', { ...join, username: 'hopper' })).location, '/saved');
});

testProvider(
  'a reset password also ends the providers that somebody else connected',
  async (world, provider) => {
    const { app, ada } = world;
    const find = app.db.selectFrom('identity.linked_identity').select('account_id');
    provider.person = newcomer({ email: 'mallory@evil.example' });
    const at = openBrowser(world);
    await at.post('/signin', { username_email: 'ada', password: 'correct horse battery' });
    const shown = await at.post('/settings/sign-in-methods/connect', {
      slug: 'corp',
      current: 'correct horse battery',
    });
    const url = /content="0; url=([^"]+)"/.exec(shown.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const back = new URL(await provider.follow(url));
    await at.get(back.pathname + back.search);
    assert.deepEqual(await find.execute(), [{ account_id: ada.id }]);
    await inTransaction(app, (app) => endAccess(app, ada.id, { keys: true }));
    assert.equal((await find.execute()).length, 1, 'only what was chosen');
    await inTransaction(app, (app) => endAccess(app, ada.id, endEverything));
    assert.deepEqual(await find.execute(), []);
    assert.equal((await signInAt(openBrowser(world), provider)).location, '/signup/with');
  },
);

testProvider('an issuer cannot change below the people of the former', async (world, provider) => {
  const at = openBrowser(world);
  const { id } = await world.app.db.selectFrom('identity.provider').select('id').executeTakeFirstOrThrow();
  const change = (issuer: string) => updateProvider(world.app, world.ada, id, { ...baseProvider, issuer });
  await change('https://elsewhere.example');
  await change(provider.issuer);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', join);
  await assert.rejects(change('https://elsewhere.example'), { kind: 'conflict', field: 'issuer' });
});

testProvider('forged logout tokens do not make us ask for the keys each time', async (world, provider) => {
  const at = openBrowser(world);
  const asked = provider.countKeyRequests();
  const logout_token = await provider.logoutToken({ subject: 'new-1', audience: 'another client' });
  for (let count = 0; count < 3; count += 1)
    assert.equal((await at.post('/signin/with/corp/logout', { logout_token })).status, 400);
  assert.equal(asked(), 1);
});

testProvider('a stolen session disconnects nothing without the password', async (world) => {
  const { app, ada, plaza } = world;
  const { id: provider_id } = await app.db
    .selectFrom('identity.provider')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('identity.linked_identity')
    .values({ account_id: ada.id, provider_id, subject: 'a', name: 'Ada', linked_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const path = `/settings/sign-in-methods/${id}/disconnect`;
  assert.match((await plaza.page(ada, path)).text, /Disconnect “Ada”[^]*current-password/);
  assert.equal((await plaza.form(ada, path)).status, 403);
  assert.equal((await plaza.form(world.bob, path, { current: password })).status, 404);
  assert.equal((await plaza.form(ada, path, { current: password })).status, 303);
  assert.equal((await plaza.page(ada, path)).status, 404);
});

for (const [what, inToken, location] of [
  ['another address', { email: 'ada@example.org', email_verified: undefined }, '/signup/with'],
  ['an address that is not verified', { email_verified: false }, '/signin/connect'],
  ['the same', {}, '/signin/connect'],
] as const)
  testProvider(
    `an address is verified if the document that has it says so: ID token with ${what}`,
    async (world, provider) => {
      const email = what === 'another address' ? 'grace@corp.example' : 'ada@example.org';
      provider.person = { ...newcomer({ email }), inToken };
      assert.equal((await signInAt(openBrowser(world), provider)).location, location);
    },
  );

testPlaza(
  'a provider that never answers holds nobody else up, and is left alone for a while',
  async (world) => {
    let asked = 0;
    const silent = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await addProvider(world.app, world.olga, { ...baseProvider, issuer });
      const begun: Promise<{ status: number }>[] = [];
      while (begun.length < 2) {
        const reached = once(silent, 'request');
        begun.push(openBrowser(world).get('/signin/with/corp'));
        await reached;
      }
      assert.equal((await world.plaza.page(undefined, '/signin')).status, 200);
      silent.closeAllConnections();
      for (const each of begun) assert.equal((await each).status, 503);
      assert.equal((await openBrowser(world).get('/signin/with/corp')).status, 503);
      assert.equal(asked, 2);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  },
  { CONCURRENT_READS: 2 },
);
