// Payments signed by published clients that must be refused, and the results of published validators, on
// local chains.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paidOperations } from '../../src/servers/paid-features.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { startLocalStack } from './local-stack.ts';
import type { LocalStack } from './local-stack.ts';
import { quoteOf } from './payments.ts';
import type { Offer } from './payments.ts';

let stack: LocalStack;
let services: Services;
let payTo: { base: string; solana: string };

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
  const { accepts } = quoteOf({
    headers: Object.fromEntries((await fetch(`${services.plaza}/api/trending`)).headers),
  });
  payTo = { base: accepts[0]?.payTo ?? '', solana: accepts[1]?.payTo ?? '' };
  await stack.open(payTo.solana);
  await stack.open(elsewhere.solana);
});

after(async () => {
  await services.stop();
  await stack.stop();
});

const elsewhere = { base: `0x${'9'.repeat(40)}`, solana: 'So11111111111111111111111111111111111111112' };

const lower = (version: 1 | 2) => (version === 1 ? { maxAmountRequired: '1000' } : { amount: '1000' });

/** Changed offers that clients sign, with the reason for the refusal. */
const rows = ([1, 2] as const).flatMap((version) =>
  (['base', 'solana'] as const).flatMap((network) => [
    { version, network, title: 'a lower amount', changes: lower(version), reason: /^amount_mismatch$/ },
    {
      version,
      network,
      title: 'another payee',
      changes: { payTo: elsewhere[network] },
      // The facilitator validates what a transaction without an echo pays.
      reason: version === 1 && network === 'solana' ? /recipient/ : /^recipient_mismatch$/,
    },
    // A transaction on Solana expires with its blockhash, which the chain validates.
    ...(network === 'base'
      ? [
          {
            version,
            network,
            title: 'an expired authorization',
            changes: { maxTimeoutSeconds: 1 },
            reason: /^payment_expired$/,
          },
        ]
      : []),
  ]),
);

for (const { version, network, title, changes, reason } of rows)
  test(`version ${version} on ${network}: ${title} is rejected with the reason, and not charged`, async () => {
    const before = await stack.balances(payTo);
    const url = `${services.plaza}/api/trending`;
    const { status, headers, left, payment } = await stack.buy({ version, network, url, changes });
    assert.ok(payment, 'the client signs the payment');
    assert.deepEqual([status, left], [402, '1000000']);
    const quote = quoteOf({ headers });
    assert.match(quote.error, reason);
    assert.equal(quote.accepts[0]?.amount, '5000', 'the response is a new quote');
    const now = await stack.balances(payTo);
    assert.deepEqual([now.base, now.solana, now.settle], [before.base, before.solana, before.settle]);
  });

for (const version of [1, 2] as const)
  for (const network of ['base', 'solana'] as const)
    test(`version ${version} on ${network}: a settlement that the chain rejects is reported and buys nothing`, async () => {
      const before = await stack.balances(payTo);
      await stack.behave('drain');
      const url = `${services.plaza}/api/trending?period=30d`;
      const { status, headers, body, payment = {} } = await stack.buy({ version, network, url });
      await stack.behave('right');
      assert.equal(status, 402, body);
      const settlement = JSON.parse(
        Buffer.from(
          headers[version === 1 ? 'x-payment-response' : 'payment-response'] ?? '',
          'base64',
        ).toString(),
      ) as { success: boolean; transaction: string; errorReason: string };
      assert.deepEqual([settlement.success, settlement.transaction], [false, '']);
      assert.match(settlement.errorReason, /insufficient|simulation/);
      assert.ok(!body.includes('"topics"'));
      const again = await fetch(url, { headers: payment });
      assert.equal(again.status, 402);
      const now = await stack.balances(payTo);
      assert.deepEqual([now.base, now.solana], [before.base, before.solana]);
    });

for (const version of [1, 2] as const)
  test(`version ${version} on base: a nonce that its payer used for somebody else buys nothing`, async () => {
    const before = await stack.balances(payTo);
    await stack.behave('outrun');
    const url = `${services.plaza}/api/trending?period=30d`;
    const { status, left, payment = {} } = await stack.buy({ version, network: 'base', url });
    await stack.behave('right');
    assert.ok(status === 503 || status === 402, String(status));
    assert.equal(left, '995000');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const again = await fetch(url, { headers: payment });
      assert.equal(again.status, 402, await again.text());
    }
    assert.equal((await stack.balances(payTo)).base, before.base);
  });

test('the published validators accept quotes, the manifest and OpenAPI', async () => {
  const read = async (path: string) => (await fetch(services.plaza + path)).json() as Promise<unknown>;
  const manifest = (await read('/.well-known/x402')) as {
    items: { accepts: Offer[] }[];
    resources: string[];
  };
  const tools = manifest.resources
    .map((resource) => new URL(resource).pathname)
    .filter((path) => path.startsWith('/api/toolkit/'))
    .slice(0, 3);
  const quotes: object[] = [];
  for (const path of [...paidOperations(services.app).map(({ path }) => path), ...tools])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(services.plaza + path, { method });
      const headers = Object.fromEntries(response.headers);
      assert.equal(response.status, 402, `${method} ${path}`);
      quotes.push({ version2: quoteOf({ headers }), version1: (await response.json()) as object });
    }
  assert.ok(quotes.length >= 30);
  assert.deepEqual(await stack.validate({ quotes, items: manifest.items }), []);
  assert.deepEqual(await stack.validate({ openapi: await read('/openapi.json') }), []);
  // They do report errors in an invalid document.
  assert.notDeepEqual(await stack.validate({ openapi: { openapi: '3.1.0' } }), []);
});
