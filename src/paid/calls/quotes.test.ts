import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import { test } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { echo, numbers, paidServer } from '../../../test/paid/server.ts';

interface Offer {
  scheme: string;
  network: string;
  amount: string;
  maxAmountRequired: string;
  payTo: string;
  resource: string;
  extra: Record<string, string>;
}

async function ask(app: TestApp, request: InjectOptions | string) {
  const { operation } = echo();
  const server = await paidServer(app, [operation, numbers(30)]);
  const answer = await server.inject(request);
  await server.close();
  const header = String(answer.headers['payment-required'] ?? '');
  const decoded = Buffer.from(header, 'base64').toString() || '{}';
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    header,
    version2: JSON.parse(decoded) as {
      x402Version: number;
      resource: { url: string };
      accepts: Offer[];
      extensions: { bazaar: { info: { input: Record<string, unknown> }; schema: object } };
    },
  };
}

test('a call without a payment is quoted in both versions, on both networks', async (app) => {
  const { status, headers, text, version2, header } = await ask(app, '/api/echo');
  assert.equal(status, 402);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(header, /^[A-Za-z0-9+/]*={0,2}$/);
  assert.ok(header.length <= 3000, `${header.length} characters`);
  const version1 = JSON.parse(text) as { x402Version: number; error: string; accepts: Offer[] };
  assert.deepEqual([version1.x402Version, version2.x402Version], [1, 2]);
  assert.deepEqual(
    version1.accepts.map(({ network, maxAmountRequired, resource }) => [
      network,
      maxAmountRequired,
      resource,
    ]),
    ['base', 'solana'].map((network) => [network, '2000', 'http://plaza.test/api/echo']),
  );
  const [base, solana] = version2.accepts;
  assert.deepEqual(
    [base?.network, solana?.network],
    ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  );
  assert.match(base?.payTo ?? '', /^0x[0-9a-fA-F]{40}$/);
  assert.match(solana?.payTo ?? '', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  assert.deepEqual([base?.extra.name, base?.extra.version], ['USD Coin', '2']);
  assert.ok(solana?.extra.feePayer);
  assert.match(base?.extra.memo ?? '', /^[\w.-]{40,256}$/);
  assert.equal(base?.extra.memo, solana.extra.memo);
});

test('every quote has a unique memo', async (app) => {
  const memos = await Promise.all(
    Array.from({ length: 5 }, async () => (await ask(app, '/api/echo')).version2.accepts[0]?.extra.memo),
  );
  assert.equal(new Set(memos).size, 5);
});

test('a call without input is quoted, for GET, HEAD and POST', async (app) => {
  for (const request of [
    '/api/echo',
    '/api/echo?text=',
    { method: 'HEAD', url: '/api/echo' },
    { method: 'POST', url: '/api/echo' },
    { method: 'POST', url: '/api/echo', payload: {} },
  ] as (InjectOptions | string)[])
    assert.equal((await ask(app, request)).status, 402, JSON.stringify(request));
});

test('invalid input is refused at its field before anything is paid', async (app) => {
  for (const [request, field] of [
    ['/api/echo?times=many', 'times'],
    ['/api/echo?unknown=1', 'unknown'],
    [{ method: 'POST', url: '/api/echo', payload: { text: 7 } }, 'text'],
    [{ method: 'POST', url: '/api/echo', payload: { text: 'a', unknown: 1 } }, 'unknown'],
    ['/api/numbers?limit=none', 'limit'],
  ] as [InjectOptions | string, string][]) {
    const { status, text } = await ask(app, request);
    assert.equal(status, 400, JSON.stringify(request));
    assert.match((JSON.parse(text) as { error_description: string }).error_description, new RegExp(field));
  }
  assert.equal((await ask(app, { method: 'POST', url: '/api/numbers', payload: [] })).status, 400);
});

test('the extensions describe how to call the operation', async (app) => {
  const { extensions } = (await ask(app, { method: 'POST', url: '/api/echo' })).version2;
  const input = { type: 'http', method: 'POST', bodyType: 'json', body: { text: 'hello' } };
  assert.deepEqual(extensions.bazaar.info.input, input);
});

test('the price of a list depends on the number of items returned', async (app) => {
  const prices: Record<string, string> = {
    '/api/numbers': '12000',
    '/api/numbers?limit=1': '2500',
    // At most as many as exist.
    '/api/numbers?limit=100': '17000',
  };
  for (const [url, amount] of Object.entries(prices))
    assert.equal((await ask(app, url)).version2.accepts[0]?.amount, amount, url);
});

test('malformed bodies, files and other methods are rejected without a quote', async (app) => {
  const json = { 'content-type': 'application/json' };
  const cases: [InjectOptions, number][] = [
    [{ method: 'POST', url: '/api/echo', payload: '{', headers: json }, 400],
    [{ method: 'POST', url: '/api/echo', payload: '{"text":"a","text":"b"}', headers: json }, 400],
    [{ method: 'POST', url: '/api/echo', payload: 'a', headers: { 'content-type': 'text/plain' } }, 415],
    [
      {
        method: 'POST',
        url: '/api/echo',
        payload: '--a--',
        headers: { 'content-type': 'multipart/form-data; boundary=a' },
      },
      415,
    ],
    [{ method: 'PUT', url: '/api/echo' }, 405],
    [{ method: 'DELETE', url: '/api/echo' }, 405],
  ];
  for (const [request, status] of cases) {
    const answer = await ask(app, request);
    assert.equal(answer.status, status, JSON.stringify(request));
    assert.deepEqual(Object.keys(JSON.parse(answer.text) as object).sort(), ['error', 'error_description']);
  }
});

test('a cross-origin script can read the quote and send the payment', async (app) => {
  const preflight = await ask(app, {
    method: 'OPTIONS',
    url: '/api/echo',
    headers: {
      origin: 'https://shop.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers':
        'payment-signature,x-payment,access-control-expose-headers,content-type',
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  for (const name of ['payment-signature', 'x-payment', 'access-control-expose-headers', 'content-type'])
    assert.ok(String(preflight.headers['access-control-allow-headers']).includes(name), name);
  const { headers } = await ask(app, { url: '/api/echo', headers: { origin: 'https://shop.test' } });
  for (const name of ['payment-required', 'payment-response', 'x-payment-response'])
    assert.ok(String(headers['access-control-expose-headers']).includes(name), name);
});
