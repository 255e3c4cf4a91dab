import assert from 'node:assert/strict';
import {
  authorizationIn,
  payInVersion1,
  payOnBase,
  payOnSolana,
  quoteOf,
  settlementOf,
  toHeader,
  transactionIn,
} from '../../../test/paid/payments.ts';
import { addPerson } from '../../../test/world.ts';
import { charges, testShop } from '../../../test/paid/shop.ts';

testShop(
  'a payment that does not match its quote is refused with the specific reason, and not charged',
  async (shop) => {
    const { app, ask } = shop;
    const now = app.clock.now();
    const quoted = await ask('/api/echo');
    const cases: [string, ReturnType<typeof payOnBase>][] = [
      ['amount_mismatch', payOnBase(quoted, now, { signed: { value: '1' } })],
      ['amount_mismatch', payOnBase(quoted, now, { signed: { value: '1' }, accepted: { amount: '1' } })],
      ['recipient_mismatch', payOnBase(quoted, now, { signed: { to: `0x${'1'.repeat(40)}` } })],
      ['recipient_mismatch', payOnBase(quoted, now, { accepted: { payTo: `0x${'1'.repeat(40)}` } })],
      ['asset_mismatch', payOnBase(quoted, now, { accepted: { asset: `0x${'1'.repeat(40)}` } })],
      ['payment_expired', payOnBase(quoted, now, { signed: { validBefore: '1' } })],
      ['payment_not_yet_valid', payOnBase(quoted, now, { signed: { validAfter: '99999999999' } })],
      ['unsupported_payment', payOnBase(quoted, now, { accepted: { network: 'eip155:1' } })],
      ['unsupported_payment', payOnBase(quoted, now, { accepted: { scheme: 'upto' } })],
    ];
    for (const [reason, payment] of cases) {
      const answer = await ask('/api/echo', payment);
      assert.deepEqual([answer.statusCode, quoteOf(answer).error], [402, reason]);
    }
    const late = payOnBase(quoted, now, { signed: { validBefore: '99999999999' } });
    app.clock.turn(400_000);
    assert.equal(quoteOf(await ask('/api/echo', late)).error, 'quote_expired');
    assert.deepEqual(charges(shop), [0, 0, 0]);
  },
);

testShop('a rejected payment is not charged, and the same quote can be paid again', async (shop) => {
  const { app, ask, facilitator, states } = shop;
  const quoted = await ask('/api/echo');
  const payment = payOnBase(quoted, app.clock.now());
  facilitator.verify = 'refuse';
  const refused = await ask('/api/echo', payment);
  assert.deepEqual([refused.statusCode, quoteOf(refused).error], [402, 'insufficient_funds']);
  facilitator.verify = 'right';
  facilitator.settle = 'refuse';
  const unsettled = await ask('/api/echo', payment);
  assert.equal(unsettled.statusCode, 402);
  assert.deepEqual(
    [
      settlementOf(unsettled).success,
      settlementOf(unsettled).errorReason,
      settlementOf(unsettled).transaction,
    ],
    [false, 'insufficient_funds', ''],
  );
  assert.ok(!unsettled.body.includes('hello'));
  facilitator.settle = 'right';
  assert.equal((await ask('/api/echo', payOnBase(quoted, app.clock.now()))).statusCode, 200);
  assert.deepEqual(await states(), ['refused', 'settled']);
});

testShop('a quote can be paid only once', async (shop) => {
  const { app, ask } = shop;
  const quoted = await ask('/api/echo');
  assert.equal((await ask('/api/echo', payOnBase(quoted, app.clock.now()))).statusCode, 200);
  const second = await ask('/api/echo', payOnBase(quoted, app.clock.now()));
  assert.deepEqual([second.statusCode, quoteOf(second).error], [402, 'quote_already_used']);
  assert.equal(charges(shop)[2], 1);
});

testShop('an unreachable or inconsistent facilitator charges nothing during verification', async (shop) => {
  const { app, ask, facilitator } = shop;
  for (const behavior of ['away', 'garbage', 'other payer'] as const) {
    facilitator.verify = behavior;
    const answer = await ask('/api/echo', payOnBase(await ask('/api/echo'), app.clock.now()));
    assert.equal(answer.statusCode, 503, behavior);
    assert.equal(answer.json<{ error: string }>().error, 'facilitator_unavailable');
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal((await ask('/api/echo')).statusCode, 402);
  }
  assert.deepEqual(charges(shop).slice(1), [0, 0]);
});

testShop(
  'an unknown settlement is 503, never a quote, and the same payment is charged once',
  async (shop) => {
    const { app, ask, facilitator, states } = shop;
    for (const behavior of [
      'lost',
      'away',
      'garbage',
      'no transaction',
      'odd transaction',
      'other payer',
      'other network',
      'error',
      'refuse in words',
    ] as const) {
      facilitator.settle = behavior;
      const payment = payOnBase(await ask('/api/echo'), app.clock.now());
      const unknown = await ask('/api/echo', payment);
      assert.equal(unknown.statusCode, 503, behavior);
      assert.equal(unknown.json<{ error: string }>().error, 'settlement_unknown');
      assert.ok(Number(unknown.headers['retry-after']) > 0);
      assert.ok(!unknown.body.includes('hello'));
      facilitator.settle = 'right';
      const again = await ask('/api/echo', payment);
      assert.equal(again.statusCode, 200, behavior);
    }
    assert.equal(facilitator.charged.size, 9);
    assert.deepEqual(new Set(await states()), new Set(['settled']));
  },
);

testShop('an authorization that its payer used for somebody else buys nothing', async (shop) => {
  const { app, ask, facilitator, states } = shop;
  const credited = async () => (await app.db.selectFrom('social.top_up').select('id').execute()).length;
  const { id } = await addPerson(app, 'ada');
  assert.ok(id);
  for (const [url, self] of [
    ['/api/echo', { to: `0x${'ab'.repeat(20)}` }],
    ['/api/echo', { value: '1' }],
    ['/api/wallet/top-up?username=ada&amount=20', { to: `0x${'ab'.repeat(20)}` }],
  ] as const) {
    const payment = payOnBase(await ask(url), app.clock.now());
    // Mined between the verification and the settlement: the same nonce, which is the payer's.
    facilitator.reach = (step) => {
      if (step === 'settle') facilitator.transfers.push({ ...authorizationIn(payment), ...self });
      return Promise.resolve();
    };
    assert.equal((await ask(url, payment)).statusCode, 503);
    facilitator.reach = undefined;
    const again = await ask(url, payment);
    assert.equal(again.statusCode, 402, again.body);
    assert.equal(quoteOf(again).error, 'invalid_exact_evm_nonce_already_used');
  }
  assert.equal(facilitator.charged.size, 0);
  assert.deepEqual(await states(), ['refused', 'refused', 'refused']);
  assert.equal(await credited(), 0);
});

testShop('a payment of somebody who pays often is found on the chain, or stays unknown', async (shop) => {
  const { app, ask, facilitator, states } = shop;
  for (const [others, after, status, state] of [
    [150, 300, 200, 'settled'],
    [60, 30, 200, 'settled'],
    [250, 30, 503, 'unknown'],
  ] as const) {
    const quoted = await ask('/api/echo');
    const payment = payOnSolana(quoted, { memo: quoteOf(quoted).accepts[1]?.extra.memo ?? '' });
    const now = Math.floor(app.clock.now().getTime() / 1000);
    facilitator.settle = 'lost';
    assert.equal((await ask('/api/echo', payment)).statusCode, 503);
    facilitator.settle = 'right';
    const theirs = transactionIn(payOnSolana(quoted, { memo: 'another' }));
    facilitator.signatures = [
      ...Array.from({ length: others }, (_, index) => ({
        signature: `other${index}`,
        blockTime: now + after,
        transaction: theirs,
      })),
      { signature: 'ours', blockTime: now + 2, transaction: transactionIn(payment) },
    ];
    app.clock.turn(400_000);
    const again = await ask('/api/echo', payment);
    assert.equal(again.statusCode, status, again.body);
    assert.equal((await states()).at(-1), state);
  }
});

testShop(
  'a payment that was used before is unknown while no node says for whom',
  async ({ app, ask, facilitator, states }) => {
    const payment = payOnBase(await ask('/api/echo'), app.clock.now());
    facilitator.transfers.push({ ...authorizationIn(payment), to: `0x${'ab'.repeat(20)}` });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await ask('/api/echo', payment);
      assert.deepEqual([answer.statusCode, await states()], [503, ['unknown']]);
    }
  },
  { X402_BASE_RPC_URL: '' },
);

testShop('a failed or invalid call is not charged', async (shop) => {
  const { app, ask } = shop;
  const missing = await ask(
    '/api/echo?text=missing',
    payOnBase(await ask('/api/echo?text=missing'), app.clock.now()),
  );
  assert.equal(missing.statusCode, 404);
  for (const [url, field] of [
    ['/api/echo?times=0', 'times'],
    ['/api/echo?times=many', 'times'],
    ['/api/echo?other=1', 'other'],
  ] as const) {
    const answer = await ask(url);
    assert.equal(answer.statusCode, 400, url);
    const { error, error_description: said, ...rest } = answer.json<Record<string, string>>();
    assert.deepEqual([error, rest], ['invalid_request', { field }]);
    assert.match(said ?? '', new RegExp(`^${field} `));
  }
  assert.deepEqual(charges(shop).slice(1), [0, 0]);
});

testShop('a malformed payment header is rejected with 400', async (shop) => {
  const { app, ask } = shop;
  const quoted = await ask('/api/echo');
  const good = payOnBase(quoted, app.clock.now());
  const headers: Record<string, string>[] = [
    { 'payment-signature': 'x!' },
    { 'payment-signature': '' },
    { 'payment-signature': Buffer.from('nonsense').toString('base64') },
    { 'payment-signature': toHeader([]) },
    { 'payment-signature': toHeader({ x402Version: 1 }) },
    { 'payment-signature': toHeader({ x402Version: 2 }) },
    { 'payment-signature': toHeader({ x402Version: 2, accepted: quoteOf(quoted).accepts[0] }) },
    {
      'payment-signature': toHeader({
        x402Version: 2,
        accepted: quoteOf(quoted).accepts[0],
        payload: { signature: 7 },
      }),
    },
    {
      'payment-signature': toHeader({
        x402Version: 2,
        accepted: quoteOf(quoted).accepts[1],
        payload: { transaction: 'A'.repeat(400) },
      }),
    },
    { 'payment-signature': 'A'.repeat(8193) },
    { 'x-payment': toHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload: null }) },
    { ...good, ...payInVersion1(quoted, app.clock.now()) },
    payOnBase(quoted, app.clock.now(), { id: 'short' }),
    payOnBase(quoted, app.clock.now(), { signed: { value: '-1' } }),
  ];
  for (const header of headers) {
    const answer = await ask('/api/echo', header);
    assert.equal(answer.statusCode, 400, JSON.stringify(header).slice(0, 200));
    assert.equal(answer.json<{ error: string }>().error, 'malformed_payment');
  }
  assert.deepEqual(charges(shop), [0, 0, 0]);
});
