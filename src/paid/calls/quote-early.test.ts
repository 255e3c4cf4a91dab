import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { AnswerEarly } from '../../platform/http/cache/send-early.ts';
import { openLimits } from '../../platform/limits.ts';
import { payOnBase } from '../../../test/paid/payments.ts';
import { echo, numbers, paidServer } from '../../../test/paid/server.ts';
import { testShop } from '../../../test/paid/shop.ts';
import type { Shop } from '../../../test/paid/shop.ts';

/** Starts the shop on a real port, because injected requests are never answered early. */
async function open({ app }: Pick<Shop, 'app'>) {
  const inManyScripts = { ...echo().operation, path: '/api/scripts', summary: 'Text in “quotes” and 日本語' };
  const server = await paidServer(app, [echo().operation, inManyScripts, numbers(30)]);
  const early = { answers: 0 };
  const counted = server.earlyAnswers.map((answer): AnswerEarly => (...request) => {
    const isAnswered = answer(...request);
    early.answers += Number(isAnswered);
    return isAnswered;
  });
  server.earlyAnswers.splice(0, counted.length, ...counted);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
    return { statusCode: answer.statusCode, headers: answer.headers, text };
  };
  return { ask, early, close: () => server.close() };
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['ask']>>;

/** A cookie makes Fastify handle the request. */
const byFastify = { cookie: 'other=1' };
const memo = /[\w-]{12}\.[0-9a-z]{9}\.[\w-]{22}/g;
const ofRequest = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const withoutMemo = ({ statusCode, headers, text }: Answer) => {
  const quote = Buffer.from(String(headers['payment-required']), 'base64').toString();
  const shared = Object.entries({ ...headers, 'payment-required': quote.replace(memo, '') })
    .filter(([name]) => !ofRequest.includes(name))
    .toSorted();
  return { statusCode, text: text.replace(memo, ''), headers: shared };
};

testShop('an early quote equals Fastify’s for every request', async (shop) => {
  const { ask, early, close } = await open(shop);
  await ask('/api/echo', byFastify);
  for (const [path, method, isEarly] of [
    ['/api/echo', 'GET', true],
    ['/api/echo', 'HEAD', true],
    ['/api/echo', 'POST', true],
    ['/api/echo?text=a+b%20%C3%A4&times=2&unknown=', 'GET', true],
    ['/api/echo?text=a?b', 'GET', true],
    ['/api/scripts', 'GET', true],
    ['/api/echo/', 'GET', false],
    // Its price depends on stored data.
    ['/api/numbers', 'GET', false],
  ] as const) {
    const slow = await ask(path, byFastify, method);
    assert.equal(slow.statusCode, 402);
    const before = early.answers;
    const other = await ask(path, {}, method);
    assert.equal(early.answers - before, Number(isEarly), `${method} ${path}`);
    assert.deepEqual(withoutMemo(other), withoutMemo(slow), `${method} ${path}`);
    for (const name of ofRequest) assert.ok(other.headers[name], name);
  }
  await close();
});

testShop('an early quote can be paid', async (shop) => {
  const { ask, early, close } = await open(shop);
  await ask('/api/echo', byFastify);
  const query = fc.array(
    fc.tuple(fc.constantFrom('text', 'times', 'a b', 'ä', ''), fc.string({ unit: 'binary' })),
  );
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      const path = `/api/echo?${new URLSearchParams(pairs).toString()}`;
      fc.pre(!path.includes('%00'));
      const before = early.answers;
      const quote = await ask(path);
      // Invalid input is refused by Fastify.
      assert.equal(early.answers, before + Number(quote.statusCode === 402), path);
      if (quote.statusCode === 400) return;
      const paid = await ask(path, payOnBase(quote, shop.app.clock.now()));
      assert.equal(paid.statusCode, 200, paid.text);
    }),
    { numRuns: 30 },
  );
  await close();
});

testShop('requests other than quotes are handled by Fastify', async (shop) => {
  const { ask, early, close } = await open(shop);
  const quote = await ask('/api/echo', byFastify);
  const json = { 'content-type': 'application/json' };
  for (const [path, headers, status, method, body] of [
    ['/api/echo', payOnBase(quote, shop.app.clock.now()), 200, 'GET', ''],
    ['/api/echo', { origin: 'https://shop.test' }, 402, 'GET', ''],
    ['/api/echo', json, 402, 'POST', '{"text":"a"}'],
    ['/api/echo', json, 400, 'POST', '{'],
    ['/api/echo', {}, 405, 'DELETE', ''],
    ['/api/echo?text=%00', {}, 400, 'GET', ''],
    ['/api/echo?times=many', {}, 400, 'GET', ''],
    ['/api/echo?%zz=1', {}, 400, 'GET', ''],
  ] as const)
    assert.equal((await ask(path, headers, method, body)).statusCode, status, `${method} ${path} ${body}`);
  assert.equal(early.answers, 0);
  await close();
});

testShop('excess quotes are rejected in the format of paid calls', async (shop) => {
  const config = { ...shop.app.config, RATE_LIMITS: true, X402_CALL_LIMIT: 3 };
  const limits = await openLimits(config, undefined, shop.app.log);
  const { ask, close } = await open({ app: { ...shop.app, config, limits } });
  for (const status of [402, 402, 402, 429, 429]) {
    const answer = await ask('/api/echo');
    assert.equal(answer.statusCode, status);
    if (status === 429) assert.match(answer.text, /"error_description":"Too many requests/);
  }
  await close();
  await limits.close();
});
