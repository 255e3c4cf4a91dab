import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { followShort, hopJourney } from './hop-journey.ts';
import { enterPlainly } from './plain-person.ts';
import { eventually } from '../peers/eventually.ts';

describe('Hop', () => {
  let services: Services;
  let key: string;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  interface Answer<T> {
    status: number;
    headers: Headers;
    body: T;
  }

  /** Calls the API as curl does: with a key and JSON. */
  async function call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(services.hop + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
  }

  it('works with its pages only', async () => {
    key = await hopJourney(enterPlainly, services.hop, 'plain');
  });

  it('works for a program with the key that was shown', async () => {
    const account = await call<{ error: number; data: { email: string } }>('GET', '/api/account');
    assert.equal(account.body.error, 0);
    assert.equal(account.body.data.email, 'ada_plain@example.org');

    const added = await call<{ error: number; id: number; shorturl: string }>('POST', '/api/url/add', {
      url: 'https://example.org/by/program',
      custom: 'by-program',
    });
    const short = `${services.hop}/by-program`;
    assert.deepEqual(added.body, { error: 0, id: added.body.id, shorturl: short, short });
    assert.deepEqual(await followShort(added.body.shorturl), {
      status: 302,
      to: 'https://example.org/by/program',
    });

    const list = await call<{ error: string; data: { result: number; urls: { id: number }[] } }>(
      'GET',
      '/api/urls?limit=5',
    );
    assert.equal(list.body.error, '0');
    assert.equal(list.body.data.result, 2);
    assert.equal(list.body.data.urls[0]?.id, added.body.id);

    const detail = await counted(added.body.id);
    assert.equal(detail.data.uniqueClicks, 1);
    assert.deepEqual([detail.data.topBrowsers, detail.data.topOs], [{ Firefox: 1 }, { Linux: 1 }]);
  });

  interface Detail {
    data: { clicks: number; uniqueClicks: number; topBrowsers: object; topOs: object };
  }

  /** Returns the link's record when its click is counted. */
  async function counted(id: number): Promise<Detail> {
    // Only thirty calls a minute are allowed.
    const pause = 2500;
    return eventually(
      async () => (await call<Detail>('GET', `/api/url/${id}`)).body,
      ({ data }) => data.clicks === 1,
      pause,
    );
  }

  it('allows thirty calls a minute per key and reports the limit', async () => {
    let left = Number.NaN;
    for (let calls = 0; calls < 31; calls += 1) {
      const { status, headers, body } = await call<object>('GET', '/api/account');
      assert.equal(headers.get('x-ratelimit-limit'), '30');
      const remaining = Number(headers.get('x-ratelimit-remaining'));
      assert.ok(
        Number.isNaN(left) || remaining === Math.max(0, left - 1),
        `${left} were left, then ${remaining}`,
      );
      left = remaining;
      assert.ok(Number(headers.get('x-ratelimit-reset')) >= Math.floor(Date.now() / 1000));
      if (status === 200) continue;
      assert.equal(status, 429);
      assert.equal(remaining, 0);
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.deepEqual(Object.keys(body), ['error', 'message']);
      return;
    }
    assert.fail('no call was rejected');
  });

  it('rejects calls without a key', async () => {
    for (const authorization of [undefined, 'Bearer made-up', 'Basic YTpi']) {
      const answer = await fetch(`${services.hop}/api/urls`, {
        headers: authorization ? { authorization } : {},
      });
      assert.equal(answer.status, 401);
      assert.equal(((await answer.json()) as { error: number }).error, 1);
    }
  });
});
