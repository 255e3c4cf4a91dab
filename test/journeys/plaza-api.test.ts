import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { addPerson } from '../world.ts';

const app = { key: 'an-app-of-the-test', secret: 'which-nobody-else-knows' };

describe('Plaza’s API', () => {
  let services: Services;
  let token: string;
  before(async () => {
    services = await startServices({ API_KEY: app.key, API_SECRET: app.secret });
    for (let number = 1; number <= 25; number += 1) await addPerson(services.app, `member${number}`);
  });
  after(() => services.stop());

  interface Envelope {
    status: string;
    message: string;
    data: { token: string; user: { user_name: string } } & { user_id: string; text: string }[];
    has_more: boolean;
    timestamp: string;
  }

  async function call(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const answer = await fetch(`${services.plaza}/apis/php${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      cookies: answer.headers.getSetCookie(),
      body: (await answer.json()) as Envelope,
    };
  }

  /** The three headers of an app: its key, the time, and the signed time. */
  function signed({ at = Date.now(), secret = app.secret } = {}): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000));
    const signature = createHmac('sha256', secret).update(timestamp).digest('hex');
    return { 'x-api-key': app.key, 'x-timestamp': timestamp, 'x-signature': signature };
  }

  const newcomer = {
    username: 'newcomer',
    email: 'newcomer@example.org',
    password: 'a long and quiet sentence',
    first_name: 'New',
    last_name: 'Comer',
    gender: '1',
    device_type: 'A',
  };

  it('answers a ping from anyone', async () => {
    const { status, body } = await call('GET', '/ping');
    assert.equal(status, 200);
    assert.equal(body.status, 'success');
    assert.equal(new Date(body.timestamp).toISOString(), body.timestamp);
  });

  it('accepts sign-ups only from an app with a valid and recent signature', async () => {
    const wrong = [
      {},
      { 'x-api-key': app.key },
      signed({ secret: 'guessed' }),
      signed({ at: Date.now() - 400_000 }),
      signed({ at: Date.now() + 400_000 }),
      { ...signed(), 'x-api-key': 'another' },
    ];
    const messages = new Set<string>();
    for (const headers of wrong) {
      const { status, body } = await call('POST', '/auth/signup', headers, newcomer);
      assert.equal(status, 401);
      assert.equal(body.status, 'error');
      messages.add(body.message);
    }
    assert.equal(messages.size, 1, 'the error does not reveal which half is wrong');
  });

  it('signs up and in', async () => {
    const up = await call('POST', '/auth/signup', signed(), newcomer);
    assert.equal(up.status, 200);
    assert.equal(up.body.data.user.user_name, 'newcomer');
    const credentials = {
      username_email: 'newcomer@example.org',
      password: newcomer.password,
      device_type: 'I',
    };
    const signedIn = await call('POST', '/auth/signin', signed(), credentials);
    assert.ok(signedIn.cookies.some((cookie) => cookie.startsWith('c_user=')));
    token = signedIn.body.data.token;
    const refused = await call('POST', '/auth/signin', signed(), { ...credentials, password: 'guessed' });
    assert.equal(refused.status, 401);
  });

  it('posts, and paginates lists', async () => {
    const member = { 'x-auth-token': token };
    const posted = await call('POST', '/posts/post', member, { text: 'By the API', privacy: 'public' });
    assert.equal(posted.status, 200);
    const feed = await call('GET', '/data/load?get=newsfeed', member);
    assert.equal(feed.body.data[0]?.text, 'By the API');
    assert.equal(feed.body.has_more, false);

    const first = await call('GET', '/data/load?get=new_people', member);
    const second = await call('GET', '/data/load?get=new_people&offset=1', member);
    assert.deepEqual([first.body.data.length, first.body.has_more], [20, true]);
    assert.deepEqual([second.body.data.length, second.body.has_more], [5, false]);
    assert.equal(new Set([...first.body.data, ...second.body.data].map(({ user_id }) => user_id)).size, 25);
  });

  it('rejects a token after sign-out', async () => {
    const member = { 'x-auth-token': token };
    assert.equal((await call('POST', '/auth/signout', member)).status, 200);
    const { status, body } = await call('GET', '/data/load?get=newsfeed', member);
    assert.equal(status, 401);
    assert.deepEqual(Object.keys(body).sort(), ['message', 'status', 'timestamp']);
  });
});
