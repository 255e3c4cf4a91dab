import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import { test } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addPerson, password } from '../../test/world.ts';
import { createAccessKey } from '../identity/access-keys.ts';
import { createApiClient } from '../identity/api-clients/api-clients.ts';
import { startSession } from '../identity/sessions/sessions.ts';
import { signature } from '../kernel/secrets.ts';
import { loadAssets } from '../platform/http/assets/assets.ts';
import { linksServer } from './links.ts';
import { socialServer } from './social.ts';

const assets = loadAssets();
const device = { createdVia: 'api' as const, userAgent: 'Test', address: '127.0.0.1' };

async function ask(app: TestApp, request: InjectOptions) {
  const server = await socialServer(app, await assets);
  try {
    const { statusCode, headers, body } = await server.inject(request);
    return {
      status: statusCode,
      headers,
      body: JSON.parse(body) as { status: string; message: string; data?: unknown },
    };
  } finally {
    await server.close();
  }
}

async function signedHeaders(app: TestApp) {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  return { 'x-api-key': apiKey, 'x-timestamp': timestamp, 'x-signature': signature(apiSecret, timestamp) };
}

test('sets cookies and issues a token on API sign-in, which sign-out ends', async (app) => {
  const ada = await addPerson(app, 'ada');
  const headers = await signedHeaders(app);
  const signIn = { method: 'POST' as const, url: '/apis/php/auth/signin', headers };
  const {
    status,
    headers: sent,
    body,
  } = await ask(app, { ...signIn, payload: { username_email: 'ada', password } });
  assert.equal(status, 200);
  const { token, user } = body.data as { token: string; user: { user_id: string } };
  assert.equal(user.user_id, ada.id);
  assert.deepEqual(
    [sent['set-cookie']].flat().map((cookie) => String(cookie).split('=')[0]),
    ['c_user', 'xs'],
  );

  const signOut = {
    method: 'POST' as const,
    url: '/apis/php/auth/signout',
    headers: { 'x-auth-token': token },
  };
  assert.equal((await ask(app, signOut)).status, 200);
  assert.equal((await ask(app, signOut)).status, 401);
});

test('accepts the session cookie only with the header that other sites cannot send', async (app) => {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const token = await startSession(app, ada.id, device);
  const signOut = (cookie: string, more = {}) =>
    ask(app, { method: 'POST', url: '/apis/php/auth/signout', headers: { cookie, ...more } });
  const ajax = { 'x-requested-with': 'XMLHttpRequest' };
  assert.equal((await signOut(`c_user=${ada.id}; xs=${token}`)).status, 401);
  assert.equal((await signOut(`c_user=${bob.id}; xs=${token}`, ajax)).status, 401);
  assert.equal((await signOut(`xs=${token}`, ajax)).status, 401);
  assert.equal((await signOut(`c_user=${ada.id}; xs=${token}`, ajax)).status, 200);
});

test('identifies an app but no person by its key, and always rejects a wrong key', async (app) => {
  const headers = await signedHeaders(app);
  assert.equal((await ask(app, { method: 'POST', url: '/apis/php/auth/signout', headers })).status, 401);
  assert.equal((await ask(app, { url: '/apis/php/ping', headers })).status, 200);
  assert.equal(
    (await ask(app, { url: '/apis/php/ping', headers: { ...headers, 'x-signature': '00' } })).status,
    401,
  );
  assert.equal(
    (await ask(app, { url: '/apis/php/ping', headers: { 'x-auth-token': 'made up' } })).status,
    401,
  );
});

const malformed: [string, InjectOptions, number][] = [
  ['an unknown address', { url: '/apis/php/nowhere' }, 404],
  ['a wrong method', { method: 'DELETE', url: '/apis/php/ping' }, 405],
  [
    'broken JSON',
    { method: 'POST', payload: '{"username_email":', headers: { 'content-type': 'application/json' } },
    400,
  ],
  [
    'another content type',
    { method: 'POST', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
    415,
  ],
  ['no body', { method: 'POST' }, 400],
  ['a wrong type', { method: 'POST', payload: { username_email: 7, password: 'x' } }, 400],
  ['a missing field', { method: 'POST', payload: { username_email: 'ada' } }, 400],
  ['a NUL character', { method: 'POST', payload: { username_email: 'a\0b', password: 'x' } }, 400],
  [
    'invalid UTF-8',
    {
      method: 'POST',
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22]),
      headers: { 'content-type': 'application/json' },
    },
    400,
  ],
  [
    'an over-long body',
    { method: 'POST', payload: { username_email: 'a'.repeat(300_000), password: 'x' } },
    413,
  ],
];

for (const [title, request, status] of malformed)
  test(`rejects ${title} with ${status} in the error format of the API`, async (app) => {
    const headers = { ...(await signedHeaders(app)), ...request.headers };
    const answer = await ask(app, { url: '/apis/php/auth/signin', ...request, headers });
    assert.equal(answer.status, status, answer.body.message);
    assert.deepEqual(Object.keys(answer.body).sort(), ['message', 'status', 'timestamp']);
    assert.equal(answer.body.status, 'error');
  });

test('ignores an empty credential header', async (app) => {
  const ada = await addPerson(app, 'ada');
  const token = await startSession(app, ada.id, device);
  const blank = { 'x-api-key': '', 'x-signature': '', 'x-auth-token': '', authorization: '' };
  assert.equal((await ask(app, { url: '/apis/php/ping', headers: blank })).status, 200);
  const url = '/apis/php/data/load?get=newsfeed';
  assert.equal((await ask(app, { url, headers: blank })).status, 401);
  assert.equal((await ask(app, { url, headers: { ...blank, 'x-auth-token': token } })).status, 200);
});

test('names the invalid field', async (app) => {
  const headers = await signedHeaders(app);
  const send = (payload: object) =>
    ask(app, { method: 'POST', url: '/apis/php/auth/signin', headers, payload });
  assert.equal((await send({ username_email: 'ada' })).body.message, 'password is required');
  assert.equal(
    (await send({ username_email: 7, password: 'x' })).body.message,
    'username_email must be a string',
  );
  const plain = { ...headers, 'content-type': 'text/plain' };
  const request = { method: 'POST' as const, url: '/apis/php/auth/signin', headers: plain, payload: 'ada' };
  assert.equal(
    (await ask(app, request)).body.message,
    'Send the body as JSON, with Content-Type: application/json',
  );
  const signUp = { username: 'a', email: 'b', password: 'c', first_name: 'd', last_name: 'e', gender: '1' };
  const newcomer = { ...signUp, device_type: 'android' };
  const refused = await ask(app, {
    method: 'POST',
    url: '/apis/php/auth/signup',
    headers,
    payload: newcomer,
  });
  assert.equal(refused.body.message, 'device_type must be one of A, I, W');
  assert.equal(
    (await send({ username_email: 'a\0b', password: 'x' })).body.message,
    'username_email contains a NUL character',
  );
});

test('ignores a proxy’s Authorization header, but checks Bearer tokens', async (app) => {
  const ping = async (authorization: string) =>
    (await ask(app, { url: '/apis/php/ping', headers: { authorization } })).status;
  assert.equal(await ping('Basic dXNlcjpwYXNz'), 200);
  assert.equal(await ping('Bearer made-up'), 401);
});

test('accepts Hop’s key in the formats that clients send, and no other', async (app) => {
  const ada = await addPerson(app, 'ada');
  const key = await createAccessKey(app, ada.id);
  const server = await linksServer(app, await assets);
  const statusOf = async (authorization?: string) =>
    (
      await server.inject({
        url: '/api/account',
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode;
  for (const spelling of [`Bearer ${key}`, `bearer ${key}`, `Token ${key}`, key])
    assert.equal(await statusOf(spelling), 200);
  for (const spelling of [undefined, '', 'Bearer', 'Bearer ', `Basic ${key}`, `${key}x`, `Bearer ${key} x`])
    assert.equal(await statusOf(spelling), 401, spelling);
  await server.close();
});

test('counts calls to unknown paths of Hop’s API like all others', async (app) => {
  const ada = await addPerson(app, 'ada');
  const authorization = `Bearer ${await createAccessKey(app, ada.id)}`;
  const server = await linksServer(app, await assets);
  const calls = [
    { url: '/api/account', status: 200 },
    { url: '/api/nothing', status: 404 },
    { url: '/api/account', method: 'DELETE', status: 405 },
    { url: '/api/url/99999', status: 404 },
  ] as const;
  const left = [];
  for (const { status, ...call } of calls) {
    const { statusCode, headers } = await server.inject({ ...call, headers: { authorization } });
    assert.equal(statusCode, status);
    left.push(Number(headers['x-ratelimit-remaining']));
  }
  const [first = 0] = left;
  assert.deepEqual(left, [first, first - 1, first - 2, first - 3]);
  await server.close();
});

test('keeps idle connections equally long on both services', async (app) => {
  const servers = [await socialServer(app, await assets), await linksServer(app, await assets)];
  const [plaza, hop] = servers.map(({ server }) => server.keepAliveTimeout);
  assert.equal(hop, plaza);
  await Promise.all(servers.map((server) => server.close()));
});

test('rate limits guesses of Hop’s keys', async (app) => {
  const server = await linksServer(app, await assets);
  const { statusCode, headers } = await server.inject({
    url: '/api/account',
    headers: { authorization: 'guess' },
  });
  assert.equal(statusCode, 401);
  assert.equal(headers['x-ratelimit-limit'], '30');
  await server.close();
});
