import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import { test } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addPerson, cookiesOf } from '../../test/world.ts';
import { loadAssets } from '../platform/http/assets/assets.ts';
import { socialServer } from './social.ts';

const assets = loadAssets();

async function ask(app: TestApp, request: InjectOptions) {
  const server = await socialServer(app, await assets);
  try {
    return await server.inject(request);
  } finally {
    await server.close();
  }
}

test('never caches responses for signed-in people, in any format', async (app) => {
  const cookie = await cookiesOf(app, await addPerson(app, 'ada'));
  const ajax = { cookie, 'x-requested-with': 'XMLHttpRequest' };
  const answers = [
    await ask(app, { url: '/', headers: { cookie } }),
    await ask(app, { url: '/@ada', headers: { cookie, accept: 'text/markdown' } }),
    await ask(app, { url: '/apis/php/data/load?get=newsfeed', headers: ajax }),
    await ask(app, { url: '/apis/php/nowhere' }),
  ];
  for (const { headers } of answers.slice(0, 3)) assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(answers[3]?.headers['cache-control'], 'private, no-cache');
});

test('redirects to a path in any script', async (app) => {
  const cookie = await cookiesOf(app, await addPerson(app, 'ada'));
  const next = encodeURIComponent('/hashtag/日本?q=\u0001é%20');
  const { statusCode, headers } = await ask(app, { url: `/signin?next=${next}`, headers: { cookie } });
  assert.equal(statusCode, 303);
  assert.equal(headers.location, '/hashtag/%E6%97%A5%E6%9C%AC?q=%01%C3%A9%20');
});

test('serves metrics to the local network, but not through an unconfigured proxy', async (app) => {
  const statusFor = async (remoteAddress: string, headers = {}) =>
    (await ask(app, { url: '/metrics', remoteAddress, headers })).statusCode;
  assert.equal(await statusFor('127.0.0.1'), 200);
  assert.equal(await statusFor('192.0.2.1'), 404);
  assert.equal(await statusFor('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }), 404);
});

test('serves metrics to holders of the token from anywhere', async (app) => {
  const token = 'a-token-of-the-operator';
  const statusFor = async (config: typeof app.config, authorization: string) => {
    const asked = { url: '/metrics', remoteAddress: '192.0.2.1', headers: { authorization } };
    return (await ask({ ...app, config }, asked)).statusCode;
  };
  const withToken = { ...app.config, METRICS_TOKEN: token };
  assert.equal(await statusFor(withToken, `Bearer ${token}`), 200);
  for (const wrong of ['Bearer a-token-of-the-operatoR', 'Bearer', `Basic ${token}`, ''])
    assert.equal(await statusFor(withToken, wrong), 404, wrong);
  assert.equal(await statusFor(app.config, 'Bearer '), 404);
});

test('redirects back after sign-in, unless the path is too long for a header', async (app) => {
  const leadsTo = async (url: string) => {
    const { statusCode, headers } = await ask(app, { url, headers: { accept: 'text/html' } });
    return [statusCode, headers.location];
  };
  assert.deepEqual(await leadsTo('/settings?a=b'), [303, '/signin?next=%2Fsettings%3Fa%3Db']);
  assert.deepEqual(await leadsTo(`/settings?a=${'%C3%A9'.repeat(1000)}`), [303, '/signin']);
});
