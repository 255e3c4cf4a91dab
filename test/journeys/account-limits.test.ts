// Guessing is rate limited, from one address or from many addresses of one network.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startServices, type Services } from '../services.ts';

const client = { key: 'an-app-of-the-test', secret: 'which-nobody-else-knows' };
const phone = 'Phone/1.0';

describe('account rate limits', () => {
  let services: Services;
  before(async () => {
    services = await startServices({
      API_KEY: client.key,
      API_SECRET: client.secret,
      TRUST_PROXY: '127.0.0.1',
      SIGN_IN_DEVICE_LIMIT: '2',
      SIGN_UP_DEVICE_ATTEMPT_LIMIT: '2',
      RESET_DEVICE_LIMIT: '2',
      OAUTH_LIMIT: '1',
    });
  });
  after(() => services.stop());

  /** By default from an address of the same network. */
  async function ask(path: string, fields: Record<string, string>, address: string, userAgent = phone) {
    const headers = { 'x-forwarded-for': address, 'user-agent': userAgent, origin: services.plaza };
    const body = new URLSearchParams(fields);
    const answer = await fetch(services.plaza + path, { method: 'POST', headers, body, redirect: 'manual' });
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after') ?? 0) };
  }

  async function limitsThirdAttempt(
    path: string,
    fields: (turn: number) => Record<string, string>,
    taken: number,
  ) {
    for (const turn of [1, 2])
      assert.equal((await ask(path, fields(turn), `203.0.113.${turn}`)).status, taken);
    const third = await ask(path, fields(3), '203.0.42.3');
    assert.equal(third.status, 429, path);
    assert.ok(third.retryAfter > 0, path);
    const newer = await ask(path, fields(4), '203.0.42.4', 'Phone/1.1');
    assert.equal(newer.status, 429, 'an updated browser is the same device');
    assert.equal(
      (await ask(path, fields(5), '198.51.100.1')).status,
      taken,
      'another network is not limited',
    );
    assert.equal(
      (await ask(path, fields(6), '203.0.113.6', 'Desk/1.0')).status,
      taken,
      'another device is not limited',
    );
  }

  it('count sign-ins by device, across addresses and usernames', () =>
    limitsThirdAttempt('/signin', (turn) => ({ username_email: `name${turn}`, password: 'guessed' }), 422));

  it('count passkey sign-ins together with them', async () => {
    const { status, retryAfter } = await ask('/signin/passkey/options', {}, '203.0.113.9');
    assert.equal(status, 429);
    assert.ok(retryAfter > 0);
  });

  it('count API sign-ins together with them, with the API’s error format', async () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const answer = await fetch(`${services.plaza}/apis/php/auth/signin`, {
      method: 'POST',
      headers: {
        'x-api-key': client.key,
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', client.secret).update(timestamp).digest('hex'),
        'x-forwarded-for': '203.0.113.10',
        'user-agent': phone,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ username_email: 'name', password: 'guessed' }),
    });
    const body = (await answer.json()) as { status: string; message: string };
    assert.equal(answer.status, 429);
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(body.status, 'error');
    assert.match(body.message, /Too many requests/);
  });

  it('count sign-up attempts by device', () => limitsThirdAttempt('/signup', () => ({ username: 'x' }), 422));

  it('count password resets by device', () =>
    limitsThirdAttempt('/forgot', (turn) => ({ email: `name${turn}@example.org` }), 303));

  it('count exchanges of “log in with” by address and device', async () => {
    const exchange = async (address: string) => {
      const query = new URLSearchParams({ app_id: 'a', app_secret: 'b', auth_key: 'c' }).toString();
      const headers = { 'x-forwarded-for': address, 'user-agent': phone };
      const answer = await fetch(`${services.plaza}/api/authorize?${query}`, { headers });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    assert.deepEqual(await exchange('203.0.113.1'), [401, 'invalid_client']);
    assert.deepEqual(await exchange('203.0.113.1'), [429, 'slow_down'], 'limited by address');
    for (const last of [2, 3]) assert.deepEqual(await exchange(`203.0.113.${last}`), [401, 'invalid_client']);
    assert.deepEqual(await exchange('203.0.113.4'), [429, 'slow_down'], 'limited by device');
  });
});
