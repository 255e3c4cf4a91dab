import assert from 'node:assert/strict';
import { minutes } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { password } from '../../../test/world.ts';
import { deleteApp, registerApp, rotateAppSecret, updateApp } from './apps.ts';
import { listGrants, revokeGrant } from './grants.ts';
import { legacyAddress } from './api.ts';

const details = {
  name: 'Sundial',
  domain: 'sundial.example',
  redirectUrl: 'https://sundial.example/in?from=plaza',
  description: 'Tells the time',
  category: 'Other',
};

/** Creates an app of bob's that ada signs in to, driven as a browser and the app's server do. */
async function createApp({ app, bob, plaza }: World) {
  const { id, authId, secret } = await registerApp(app, bob, details);
  const allow = (viewer: Viewer) => plaza.form(viewer, '/api/oauth', { app_id: authId, answer: 'allow' });
  return {
    id,
    authId,
    secret,
    allow,
    key: async (viewer: Viewer) =>
      new URL(String((await allow(viewer)).headers.location)).searchParams.get('auth_key') ?? '',
    exchange: (auth_key: string, change: object = {}) =>
      plaza.api(undefined, 'POST', '/api/authorize', {
        app_id: authId,
        app_secret: secret,
        auth_key,
        ...change,
      }),
    info: (token: string) =>
      plaza.api(undefined, 'GET', `/api/get_user_info?access_token=${encodeURIComponent(token)}`),
  };
}

const tokenIn = ({ body }: { body: object }) => (body as { access_token: string }).access_token;
const errorIn = ({ status, body }: { status: number; body: object }) => [
  status,
  (body as { error: string }).error,
];

testPlaza('an app reads the profile of a person who consents to sign in', async (world) => {
  const { app, ada, plaza } = world;
  const { authId, key, exchange, info } = await createApp(world);
  const address = `/api/oauth?app_id=${authId}`;
  const stranger = await plaza.page(undefined, address);
  assert.equal(stranger.headers.location, `/signin?next=${encodeURIComponent(address)}`);
  const asked = await plaza.page(ada, address);
  assert.equal(asked.status, 200);
  assert.match(asked.text, /Sign in to Sundial\?/);
  assert.match(
    String(asked.headers['content-security-policy']),
    /form-action 'self' https:\/\/sundial\.example/,
  );
  const answer = await exchange(await key(ada));
  assert.equal(answer.status, 200);
  await app.db.updateTable('identity.account').set({ gender: '2' }).where('id', '=', ada.id).execute();
  const known = await info(tokenIn(answer));
  const { user_info } = known.body as unknown as { user_info: Record<string, string> };
  assert.deepEqual(Object.keys(user_info), [
    'user_id',
    'user_name',
    'user_email',
    'user_firstname',
    'user_lastname',
    'user_gender',
    'user_birthdate',
    'user_picture',
    'user_cover',
    'user_registered',
    'user_verified',
    'user_relationship',
    'user_biography',
    'user_website',
    'profile_picture',
    'profile_cover',
  ]);
  assert.match(user_info.user_registered ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual([user_info.user_picture, user_info.profile_picture], ['', '']);
  assert.equal(user_info.user_name, 'ada');
  assert.equal(user_info.user_gender, 'Female');
  assert.equal(user_info.user_email, 'ada@example.org');
  const again = await plaza.page(ada, address);
  assert.match(
    String(again.headers.location),
    /^https:\/\/sundial\.example\/in\?from=plaza&auth_key=[\w-]{43}$/,
  );
});

testPlaza('an auth_key works once, for a minute, for its own app', async (world) => {
  const { app, ada, bob } = world;
  const { key, exchange, secret } = await createApp(world);
  const first = await key(ada);
  assert.deepEqual(errorIn(await exchange(first, { app_secret: 'wrong' })), [401, 'invalid_client']);
  const other = await registerApp(app, bob, { ...details, name: 'Hourglass' });
  const asOther = { app_id: other.authId, app_secret: other.secret };
  assert.deepEqual(errorIn(await exchange(first, asOther)), [400, 'invalid_grant']);
  assert.equal((await exchange(first)).status, 200);
  assert.deepEqual(errorIn(await exchange(first)), [400, 'invalid_grant']);
  const late = await key(ada);
  app.clock.turn(minutes(1));
  assert.deepEqual(errorIn(await exchange(late)), [400, 'invalid_grant']);
  assert.equal(secret.length, 43);
});

testPlaza('revoked and expired grants stop working immediately', async (world) => {
  const { app, ada, bob } = world;
  const { id, authId, allow, key, exchange, info } = await createApp(world);
  const token = tokenIn(await exchange(await key(ada)));
  const [grant] = await listGrants(app, ada);
  assert.equal(grant?.name, 'Sundial');
  await revokeGrant(app, ada, grant.id);
  assert.deepEqual(errorIn(await info(token)), [401, 'invalid_token']);
  const second = tokenIn(await exchange(await key(ada)));
  app.clock.turn(minutes(60));
  assert.deepEqual(errorIn(await info(second)), [401, 'invalid_token']);
  const third = tokenIn(await exchange(await key(ada)));
  await rotateAppSecret(app, bob, id);
  assert.deepEqual(errorIn(await exchange(await key(ada))), [401, 'invalid_client']);
  assert.equal((await info(third)).status, 200, 'a new secret revokes no token');
  await deleteApp(app, bob, id);
  assert.deepEqual(errorIn(await info(third)), [401, 'invalid_token']);
  assert.equal((await allow(ada)).status, 404, authId);
});

testPlaza('supports the request formats of older clients', async (world) => {
  const { ada, plaza } = world;
  const { authId, key, secret } = await createApp(world);
  const asked = await plaza.page(ada, `/api?do=oauth&app_id=${authId}`);
  assert.match(asked.text, /Sign in to Sundial\?/);
  const query = `app_id=${authId}&app_secret=${secret}&auth_key=`;
  const got = await plaza.api(undefined, 'GET', `/api/authorize?${query}${await key(ada)}`);
  assert.ok(tokenIn(got));
  const posted = await plaza.api(undefined, 'POST', '/api?do=authorize', {
    app_id: authId,
    app_secret: secret,
    auth_key: await key(ada),
  });
  assert.ok(tokenIn(posted));
  assert.equal(legacyAddress('/api?do=search&q=a'), '/api?do=search&q=a');
  assert.equal(legacyAddress('/api/?do=oauth'), '/api/oauth');
});

testPlaza('redirects only to the registered URL', async (world) => {
  const { ada, plaza } = world;
  const { authId } = await createApp(world);
  const to = (address: string) =>
    plaza.page(ada, `/api/oauth?app_id=${authId}&redirect_url=${encodeURIComponent(address)}`);
  assert.equal((await to(details.redirectUrl)).status, 200);
  assert.equal((await to('https://sundial.example/in')).status, 400);
  assert.equal((await plaza.page(ada, '/api/oauth?app_id=nothing')).status, 404);
  assert.equal((await plaza.page(ada, '/api/oauth')).status, 400);
});

testPlaza('returns an app’s state parameter unchanged', async (world) => {
  const { ada, plaza } = world;
  const { authId } = await createApp(world);
  const state = 'a+b &c="d"/?#é%41';
  const address = `/api/oauth?app_id=${authId}&state=${encodeURIComponent(state)}`;
  const signIn = await plaza.page(undefined, address);
  assert.equal(
    new URL(String(signIn.headers.location), 'http://plaza.test').searchParams.get('next'),
    address,
  );
  const asked = await plaza.page(ada, address);
  assert.match(asked.text, /name="state" value="a\+b &amp;c=&quot;d&quot;/);
  const fields = { app_id: authId, redirect_url: details.redirectUrl, state, answer: 'allow' };
  const stateIn = (location: unknown) => new URL(String(location)).searchParams.get('state');
  const allowed = await plaza.form(ada, '/api/oauth', fields);
  assert.equal(stateIn(allowed.headers.location), state);
  const again = await plaza.page(ada, address);
  assert.deepEqual([again.status, stateIn(again.headers.location)], [302, state]);
});

testPlaza('only the person’s own click authorizes an app', async (world) => {
  const { app, ada, plaza } = world;
  const { authId } = await createApp(world);
  const asked = await plaza.page(ada, `/api/oauth?app_id=${authId}`);
  assert.match(String(asked.headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.equal(asked.headers['x-frame-options'], 'DENY');
  const fields = { app_id: authId, answer: 'allow' };
  const forged = await plaza.form(ada, '/api/oauth', fields, { origin: 'https://elsewhere.example' });
  assert.equal(forged.status, 403);
  const query = `/api/oauth?${new URLSearchParams(fields).toString()}`;
  assert.equal((await plaza.page(ada, query)).status, 200, 'GET only asks for consent');
  assert.deepEqual(await listGrants(app, ada), []);
  const other = { ...fields, redirect_url: 'https://sundial.example/other' };
  assert.equal((await plaza.form(ada, '/api/oauth', other)).status, 400);
});

testPlaza('changing the redirect URL revokes existing grants', async (world) => {
  const { app, ada, bob } = world;
  const { id, key, exchange, info } = await createApp(world);
  const token = tokenIn(await exchange(await key(ada)));
  await updateApp(app, bob, id, { ...details, description: 'Tells the hour' });
  assert.equal((await info(token)).status, 200);
  const waiting = await key(ada);
  await updateApp(app, bob, id, { ...details, redirectUrl: 'https://sundial.example/other' });
  assert.deepEqual(errorIn(await info(token)), [401, 'invalid_token']);
  assert.deepEqual(errorIn(await exchange(waiting)), [400, 'invalid_grant']);
  assert.deepEqual(await listGrants(app, ada), []);
});

testPlaza('a new password revokes grants if the owner asks for it', async (world) => {
  const { app, ada, plaza } = world;
  const { authId, key, exchange, info } = await createApp(world);
  const token = tokenIn(await exchange(await key(ada)));
  app.clock.turn(1000);
  const [second, third] = ['another quiet sentence', 'a third quiet sentence'];
  const change = (fields: Record<string, string>) => plaza.form(ada, '/settings/password', fields);
  await change({ password: second, current: password });
  assert.equal((await info(token)).status, 200);
  const waiting = await key(ada);
  await change({ password: third, current: second, end_grants: 'on' });
  assert.deepEqual(errorIn(await info(token)), [401, 'invalid_token']);
  assert.deepEqual(errorIn(await exchange(waiting)), [400, 'invalid_grant']);
  assert.deepEqual(await listGrants(app, ada), []);
  app.clock.turn(1000);
  assert.match((await plaza.page(ada, `/api/oauth?app_id=${authId}`)).text, /Sign in to Sundial\?/);
  assert.equal((await info(tokenIn(await exchange(await key(ada))))).status, 200);
  assert.deepEqual(errorIn(await info(token)), [401, 'invalid_token'], 'a revoked token stays revoked');
});

testPlaza('only its owner can register and manage an app', async ({ ada, bob, plaza }) => {
  const created = await plaza.form(bob, '/developers', details);
  assert.equal(created.status, 200);
  assert.match(created.text, /app_secret/);
  const id = /\/developers\/(\d+)/.exec(created.text)?.[1] ?? '';
  assert.equal((await plaza.page(ada, `/developers/${id}`)).status, 404);
  assert.equal((await plaza.form(ada, `/developers/${id}/delete`, {})).status, 404);
  const wrong = { ...details, redirectUrl: 'https://elsewhere.example/in' };
  assert.match((await plaza.form(bob, `/developers/${id}`, wrong)).text, /must be on sundial\.example/);
  const script = { ...details, redirectUrl: 'javascript:alert(1)' };
  assert.match((await plaza.form(bob, '/developers', script)).text, /id="field-redirectUrl-error"/);
  await plaza.form(bob, `/developers/${id}/delete`, {});
  assert.equal((await plaza.page(bob, `/developers/${id}`)).status, 404);
  await plaza.form(bob, `/developers/${id}/restore`, {});
  assert.equal((await plaza.page(bob, `/developers/${id}`)).status, 200);
});

testPlaza('apps find the picture as a path and as a URL', async (world) => {
  const { app, ada } = world;
  const { key, exchange, info } = await createApp(world);
  const picture = 'avatars/2026/11/5f0c8a1d2e3b4c5d6e7f8091a2.webp';
  await app.db.updateTable('identity.account').set({ picture }).where('id', '=', ada.id).execute();
  const { body } = await info(tokenIn(await exchange(await key(ada))));
  const { user_info } = body as unknown as { user_info: Record<string, string> };
  assert.equal(user_info.user_picture, picture);
  assert.equal(user_info.profile_picture, `http://plaza.test/content/uploads/${picture}`);
});

testPlaza('errors of the exchange have the message where older apps read it', async ({ plaza }) => {
  for (const url of ['/api/authorize', '/api?do=authorize']) {
    const refused = await plaza.inject({
      ...{ method: 'POST', url, payload: 'app_id=x&app_secret=x&auth_key=x' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { error, message, error_description } = refused.json<Record<string, string>>();
    assert.deepEqual([refused.statusCode, error, message], [401, 'invalid_client', error_description]);
  }
});

testPlaza('/api/oauth2 is another name of /api/oauth', async (world) => {
  const { ada, plaza } = world;
  const { authId } = await createApp(world);
  for (const name of ['/api/oauth2?', '/api?do=oauth2&', '/api/oauth2/?']) {
    const asked = await plaza.page(ada, `${name}app_id=${authId}`);
    assert.match(asked.text, /action="\/api\/oauth"/, name);
  }
  assert.equal((await plaza.page(ada, '/api/oauth2x')).status, 404);
  assert.equal((await plaza.inject({ method: 'POST', url: '/oauth2/token' })).statusCode, 400);
});
