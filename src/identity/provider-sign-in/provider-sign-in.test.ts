import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutes } from '../../kernel/time.ts';
import { newcomer, openBrowser, signInAt, testProvider } from '../../../test/peers/at-provider.ts';
import type { Browser } from '../../../test/peers/at-provider.ts';
import { suspendAccount } from '../people/suspend-account.ts';
import { codeAt } from '../second-factor/codes.ts';
import { isSecondFactor } from './protocol.ts';
import { beginFactor, confirmFactor, findFactor } from '../second-factor/set-up.ts';

testProvider(
  'a newcomer is asked what registration asks, joins, signs out and comes back',
  async (world, provider) => {
    const at = openBrowser(world);
    provider.person = newcomer();
    assert.match((await at.get('/signin')).text, /Continue with Corp/);
    assert.equal((await signInAt(at, provider)).location, '/signup/with');
    const form = await at.get('/signup/with');
    assert.match(form.text, /value="Grace Hopper"[^]*value="grace"/);
    assert.doesNotMatch(form.text, /name="password"|name="email"/);
    const joined = await at.post('/signup/with', { name: 'Grace Hopper', username: 'grace' });
    assert.deepEqual([joined.status, joined.location], [303, '/saved'], joined.text.slice(0, 500));
    const account = await world.app.db
      .selectFrom('identity.account')
      .select(['email', 'activated_at', 'password_hash', 'role'])
      .where('username', '=', 'grace')
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [account.email, account.activated_at !== null, account.password_hash, account.role],
      ['grace@corp.example', true, '', 'member'],
    );
    assert.match((await at.get('/settings/sign-in-methods')).text, /grace@corp\.example/);
    const out = await at.post('/signout');
    assert.equal(out.location, '/signed-out');
    const there = await at.get('/signed-out');
    assert.match(
      there.text,
      /http-equiv="refresh" content="0; url=http:\/\/127\.0\.0\.1:\d+\/session\/end\?[^"]*id_token_hint/,
    );
    assert.equal(at.jar.has('xs'), false);
    assert.equal((await signInAt(at, provider)).location, '/saved');
  },
);

testProvider('an account with the address is connected only by its owner', async (world, provider) => {
  const at = openBrowser(world);
  provider.person = newcomer({ email: 'Ada@Example.org' });
  assert.equal((await signInAt(at, provider)).location, '/signin/connect');
  assert.match((await at.get('/signin/connect')).text, /Sign in to it once/);
  assert.equal(at.jar.has('xs'), false);
  assert.equal(
    (await at.post('/signin/connect', { current: '' })).status,
    303,
    'a stranger is asked to sign in',
  );
  await at.post('/signin', {
    username_email: 'ada',
    password: 'correct horse battery',
    next: '/signin/connect',
  });
  assert.match((await at.get('/signin/connect')).text, /as @ada/);
  assert.equal((await at.post('/signin/connect', { current: 'wrong' })).status, 403);
  const connected = await at.post('/signin/connect', { current: 'correct horse battery' });
  assert.equal(connected.location, '/saved', connected.text.slice(0, 500));
  const elsewhere = openBrowser(world);
  provider.forget();
  assert.equal((await signInAt(elsewhere, provider)).location, '/saved');
  assert.match((await elsewhere.get('/settings/credentials')).text, /ada/);
});

testProvider(
  'an unverified address connects nothing, and is confirmed like any other',
  async (world, provider) => {
    const at = openBrowser(world);
    provider.person = newcomer({ email: 'ada@example.org', email_verified: false });
    assert.equal((await signInAt(at, provider)).location, '/signup/with');
    assert.match((await at.get('/signup/with')).text, /name="email"/);
    const joined = await at.post('/signup/with', { name: 'G', username: 'grace', email: 'ada@example.org' });
    const rows = await world.app.db.selectFrom('identity.linked_identity').select('account_id').execute();
    assert.ok(
      rows.every(({ account_id }) => account_id !== world.ada.id),
      joined.text.slice(0, 200),
    );
  },
);

testProvider(
  'answers that do not belong to this browser’s request are refused, and a request works once',
  async (world, provider) => {
    const at = openBrowser(world);
    provider.person = newcomer();
    const begun = await at.get('/signin/with/corp');
    const back = new URL(await provider.follow(begun.location));
    const callback = back.pathname + back.search;
    assert.equal((await openBrowser(world).get(callback)).location, '/signin', 'another browser');
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'x');
    assert.equal((await at.get(wrong.pathname + wrong.search)).location, '/signin', 'another state');
    assert.equal((await at.get(callback)).location, '/signin', 'a request that was used up');
    const again = await at.get('/signin/with/corp');
    const other = new URL(await provider.follow(again.location));
    other.searchParams.set('iss', 'https://evil.example');
    assert.equal((await at.get(other.pathname + other.search)).location, '/signin', 'mix-up: another issuer');
    const denied = await at.get('/signin/with/corp');
    const state = new URL(denied.location).searchParams.get('state') ?? '';
    const no = `/signin/with/corp/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    assert.equal((await at.get(no)).location, '/signin');
    assert.equal((await at.get('/signin/with/nobody')).status, 404);
    const open = await at.get('/signin/with/corp?next=https%3A%2F%2Fevil.example');
    const home = new URL(await provider.follow(open.location));
    assert.equal((await at.get(home.pathname + home.search)).location, '/signup/with');
    const joined = await at.post('/signup/with', { name: 'G', username: 'grace' });
    assert.equal(joined.location, '/', 'no open redirect');
  },
);

testProvider(
  'an organization’s people get accounts and roles at once, by its domain, and lose them',
  async (world, provider) => {
    const at = openBrowser(world);
    provider.person = newcomer({ email: 'grace@elsewhere.example' });
    assert.equal((await signInAt(at, provider)).location, '/signin', 'another domain');
    provider.forget();
    provider.person = newcomer({ groups: ['staff', 'mods'] });
    assert.equal((await signInAt(at, provider)).location, '/saved');
    const role = async () =>
      (
        await world.app.db
          .selectFrom('identity.account')
          .select('role')
          .where('username', '=', 'grace')
          .executeTakeFirst()
      )?.role;
    assert.equal(await role(), 'moderator');
    provider.person = newcomer({ groups: [] });
    assert.equal((await signInAt(at, provider)).location, '/saved');
    assert.equal(await role(), 'member');
    const { id } = await world.app.db
      .selectFrom('identity.account')
      .select('id')
      .where('username', '=', 'grace')
      .executeTakeFirstOrThrow();
    await suspendAccount(world.app, world.ada, id);
    assert.equal((await signInAt(at, provider)).location, '/signin', 'a suspended account');
  },
  { newcomers: 'always', email_domains: 'corp.example', group_roles: 'mods = moderator' },
);

testProvider(
  'without passwords, only providers and passkeys sign in, and changes need a fresh session',
  async (world, provider) => {
    const at = openBrowser(world);
    assert.match((await at.get('/signin')).text, /name="password"/, 'no operator could sign in without one');
    const { id } = await world.app.db.selectFrom('identity.provider').select('id').executeTakeFirstOrThrow();
    const linked = { provider_id: id, subject: 'o-1', name: 'Olga', linked_at: world.app.clock.now() };
    await world.app.db
      .insertInto('identity.linked_identity')
      .values({ ...linked, account_id: world.olga.id })
      .execute();
    assert.doesNotMatch((await at.get('/signin')).text, /name="password"/);
    const refused = await at.post('/signin', { username_email: 'ada', password: 'correct horse battery' });
    assert.equal(refused.status, 403);
    provider.person = newcomer();
    await signInAt(at, provider);
    await at.post('/signup/with', { name: 'G', username: 'grace' });
    const change = () => at.post('/settings/username', { username: 'grace.h', current: '' });
    world.app.clock.turn(minutes(11));
    assert.equal((await change()).status, 403);
    assert.equal((await signInAt(at, provider, '&again=1')).location, '/saved');
    assert.equal((await change()).status, 303);
  },
  {},
  { OIDC_ONLY: true },
);

testProvider('the last way to sign in cannot be disconnected', async (world, provider) => {
  const at = openBrowser(world);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', { name: 'G', username: 'grace' });
  const { id } = await world.app.db
    .selectFrom('identity.linked_identity')
    .select('id')
    .executeTakeFirstOrThrow();
  await signInAt(at, provider, '&again=1');
  const refused = await at.post(`/settings/sign-in-methods/${id}/disconnect`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /only way to sign in/);
  assert.equal((await at.get('/settings/sign-in-methods')).status, 200, 'still signed in');
});

testProvider('a second factor is asked for, unless the provider has seen one', async (world, provider) => {
  const at = openBrowser(world);
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', { name: 'G', username: 'grace' });
  const { id } = await world.app.db
    .selectFrom('identity.account')
    .select('id')
    .where('username', '=', 'grace')
    .executeTakeFirstOrThrow();
  await beginFactor(world.app, id, 'app');
  const { secret = '' } = (await findFactor(world.app, id)) ?? {};
  await confirmFactor(world.app, id, codeAt(secret, world.app.clock.now()));
  const again = openBrowser(world);
  assert.equal((await signInAt(again, provider)).location, '/signin/code?next=%2Fsaved');
  assert.equal(again.jar.has('xs'), false);
  world.app.clock.turn(minutes(1));
  const code = codeAt(secret, world.app.clock.now());
  assert.equal((await again.post('/signin/code', { code, next: '/saved' })).location, '/saved');
  assert.equal((await again.post('/signout')).location, '/signed-out', 'the session knows its provider');
  provider.forget();
  provider.person = { ...newcomer(), amr: ['pwd', 'otp'] };
  assert.equal((await signInAt(openBrowser(world), provider)).location, '/saved');
});

testProvider('signing out at the provider signs out here', async (world, provider) => {
  const [at, elsewhere] = [openBrowser(world), openBrowser(world)];
  provider.person = newcomer();
  await signInAt(at, provider);
  await at.post('/signup/with', { name: 'G', username: 'grace' });
  provider.forget();
  await signInAt(elsewhere, provider);
  const isIn = async (it: Browser) => (await it.get('/settings/sessions')).status === 200;
  const logout = (token: string) => at.post('/signin/with/corp/logout', { logout_token: token });
  const forged = await provider.logoutToken({ subject: 'new-1', audience: 'another client' });
  assert.equal((await logout(forged)).status, 400);
  assert.equal((await logout('x.y.z')).status, 400);
  assert.ok(await isIn(at));
  const sids = await world.app.db
    .selectFrom('identity.provider_session')
    .select('sid')
    .orderBy('session_id')
    .execute();
  assert.equal((await logout(await provider.logoutToken({ sid: sids[0]?.sid ?? '' }))).status, 200);
  assert.deepEqual([await isIn(at), await isIn(elsewhere)], [false, true]);
  const token = await provider.logoutToken({ subject: 'new-1' });
  assert.equal((await logout(token)).status, 200);
  assert.equal(await isIn(elsewhere), false);
  await signInAt(elsewhere, provider);
  assert.equal((await logout(token)).status, 400, 'the same token again');
  assert.ok(await isIn(elsewhere));
});

test('a second factor is more than one kind of proof, or a key', () => {
  const rows: [amr: unknown, isSecond: boolean][] = [
    [undefined, false],
    ['pwd', false],
    ['otp', false],
    [['otp', 'sms'], false],
    [['fpt'], false],
    ['mfa', true],
    ['pwd otp', true],
    ['PWD,OTP', true],
    [['pwd', 'otp'], true],
    [['pin', 'face'], true],
    ['hwk', true],
    [['sc'], true],
    [{ mfa: true }, false],
    [[['mfa']], false],
  ];
  for (const [amr, isSecond] of rows) assert.equal(isSecondFactor(amr), isSecond, JSON.stringify(amr));
});
