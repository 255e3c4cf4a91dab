import assert from 'node:assert/strict';
import { payInVersion1, payOnBase, payOnSolana, quoteOf, settlementOf } from '../../../test/paid/payments.ts';
import { charges, testShop } from '../../../test/paid/shop.ts';

const networks = ['eip155:8453', 'base', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'];

testShop('a payment of either version on either network buys the response', async (shop) => {
  const { app, ask } = shop;
  const now = app.clock.now();
  const quoted = () => ask('/api/echo?text=hi');
  const solana = await quoted();
  const memo = quoteOf(solana).accepts[1]?.extra.memo ?? '';
  const payments = [
    payOnBase(await quoted(), now),
    payInVersion1(await quoted(), now),
    payOnSolana(solana, { memo }),
    payOnSolana(await quoted(), { version: 1 }),
  ];
  for (const [index, payment] of payments.entries()) {
    const answer = await ask('/api/echo?text=hi', payment);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), { said: 'hi', times: 1 });
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    const { success, network } = settlementOf(answer);
    assert.deepEqual([success, network], [true, networks[index]]);
    assert.equal(answer.headers['payment-response'], answer.headers['x-payment-response']);
  }
  assert.deepEqual(charges(shop), [4, 4, 4]);
});

testShop('a repeated payment gets the same response, and is charged once', async (shop) => {
  const { app, ask, answered } = shop;
  const payment = payOnBase(await ask('/api/echo?text=hi'), app.clock.now());
  const first = await ask('/api/echo?text=hi', payment);
  // Long after the quote has expired.
  app.clock.turn(20 * 3_600_000);
  const second = await ask('/api/echo?text=hi', payment);
  assert.deepEqual([first.statusCode, second.statusCode], [200, 200]);
  assert.equal(second.body, first.body);
  // The receipt says when it was issued.
  const [again, settled] = [second, first].map((each) => ({ ...settlementOf(each), extensions: {} }));
  assert.deepEqual(again, settled);
  assert.deepEqual([charges(shop), answered], [[1, 1, 1], ['hi']]);
});

testShop('concurrent copies of a payment run the call once', async (shop) => {
  const { app, ask, answered, facilitator } = shop;
  facilitator.delay = 20;
  const payment = payOnBase(await ask('/api/echo'), app.clock.now());
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/api/echo', payment)));
  assert.ok(answers.every(({ statusCode }) => statusCode === 200));
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  assert.deepEqual([charges(shop), answered.length], [[1, 1, 1], 1]);
});

testShop('concurrent payments are all answered', async (shop) => {
  const { app, ask } = shop;
  const payments = await Promise.all(
    Array.from({ length: 8 }, async () => payOnBase(await ask('/api/echo'), app.clock.now())),
  );
  const answers = await Promise.all(payments.map((payment) => ask('/api/echo', payment)));
  assert.ok(answers.every(({ statusCode }) => statusCode === 200));
  assert.deepEqual(charges(shop), [8, 8, 8]);
});

testShop('a payment buys only the input that it was quoted for', async (shop) => {
  const { app, ask, server } = shop;
  const now = app.clock.now();
  const quoted = await ask('/api/echo?text=a');
  const payments = [
    payOnBase(quoted, now),
    payOnSolana(quoted, { memo: quoteOf(quoted).accepts[1]?.extra.memo ?? '' }),
    // It echoes a valid quote, but another one was signed.
    payOnSolana(quoted, { memo: quoteOf(await ask('/api/echo?text=b')).accepts[1]?.extra.memo ?? '' }),
    payOnSolana(quoted),
  ];
  for (const [index, payment] of payments.entries()) {
    const answer = await ask(index < 2 ? '/api/echo?text=b' : '/api/echo?text=a', payment);
    assert.equal(answer.statusCode, 402);
    assert.equal(quoteOf(answer).error, 'input_mismatch');
    assert.equal(answer.json<{ error: string }>().error, 'input_mismatch');
    assert.notEqual(quoteOf(answer).accepts[0]?.extra.memo, quoteOf(quoted).accepts[0]?.extra.memo);
  }
  const posted = await server.inject({ method: 'POST', url: '/api/echo', payload: { text: 'a', times: 2 } });
  const payment = payOnBase(posted, now);
  const changed = {
    method: 'POST',
    url: '/api/echo',
    headers: payment,
    payload: { text: 'a', times: 3 },
  } as const;
  assert.equal((await server.inject(changed)).statusCode, 402);
  assert.deepEqual(charges(shop), [0, 0, 0]);
  // The same fields in another order are the same input.
  const same = await server.inject({ ...changed, payload: { times: 2, text: 'a' } });
  assert.equal(same.statusCode, 200);
});

testShop('a payment of version 1 is bound on first use', async (shop) => {
  const { app, ask } = shop;
  const payment = payInVersion1(await ask('/api/echo?text=a'), app.clock.now());
  assert.equal((await ask('/api/echo?text=a', payment)).statusCode, 200);
  const other = await ask('/api/echo?text=b', payment);
  assert.deepEqual([other.statusCode, quoteOf(other).error], [402, 'input_mismatch']);
  assert.deepEqual(charges(shop), [1, 1, 1]);
});

testShop('a list returns the number of items paid for', async (shop) => {
  const { app, ask } = shop;
  for (const [url, count] of [
    ['/api/numbers?limit=3', 3],
    ['/api/numbers?limit=100', 30],
  ] as const) {
    const answer = await ask(url, payOnBase(await ask(url), app.clock.now()));
    assert.equal(answer.json<{ data: number[] }>().data.length, count);
  }
  // Version 1 does not name its quote: it gets as many items as its amount buys.
  const one = payInVersion1(await ask('/api/numbers?limit=1'), app.clock.now());
  const answer = await ask('/api/numbers?limit=9', one);
  assert.equal(answer.json<{ data: number[] }>().data.length, 1);
});

testShop('a HEAD request gets a quote, with any headers', async (shop) => {
  const { app, ask, server } = shop;
  const headers = payOnBase(await ask('/api/echo'), app.clock.now());
  const answer = await server.inject({ method: 'HEAD', url: '/api/echo', headers });
  assert.deepEqual([answer.statusCode, answer.body], [402, '']);
  assert.deepEqual(charges(shop), [0, 0, 0]);
  // It is quoted the price of a GET.
  const paid = await ask('/api/echo', payOnBase(answer, app.clock.now()));
  assert.equal(paid.statusCode, 200);
});

testShop('a buyer’s payment id belongs to one payment', async (shop) => {
  const { app, ask } = shop;
  const id = 'order-2026-11-22-001';
  const payment = payOnBase(await ask('/api/echo'), app.clock.now(), { id });
  assert.equal((await ask('/api/echo', payment)).statusCode, 200);
  assert.equal((await ask('/api/echo', payment)).statusCode, 200);
  const other = await ask('/api/echo', payOnBase(await ask('/api/echo'), app.clock.now(), { id }));
  assert.equal(other.statusCode, 409);
  assert.equal(other.json<{ error: string }>().error, 'payment_identifier_conflict');
  assert.equal(charges(shop)[2], 1);
});

testShop('another payment under the same authorization does not get the response', async (shop) => {
  const { app, ask } = shop;
  const nonce = `0x${'42'.repeat(32)}`;
  const first = payInVersion1(await ask('/api/echo'), app.clock.now());
  const sent = JSON.parse(Buffer.from(first['x-payment'], 'base64').toString()) as {
    payload: { signature: string; authorization: Record<string, string> };
  };
  sent.payload.authorization.nonce = nonce;
  const header = () => ({ 'x-payment': Buffer.from(JSON.stringify(sent)).toString('base64') });
  assert.equal((await ask('/api/echo', header())).statusCode, 200);
  sent.payload.signature = `0x${'22'.repeat(65)}`;
  assert.equal((await ask('/api/echo', header())).statusCode, 402);
});
