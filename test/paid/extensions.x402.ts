// Extensions of x402 with the published client: signed offers, receipts, and reading again what was bought.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { startLocalStack } from './local-stack.ts';
import type { LocalStack } from './local-stack.ts';
import { quoteOf } from './payments.ts';

let stack: LocalStack;
let services: Services;

before(async () => {
  stack = await startLocalStack();
  services = await startServices({ ...stack.environment, X402_EXTENDED_QUOTES: 'true' });
  const response = await fetch(`${services.plaza}/api/trending`);
  await stack.open(quoteOf({ headers: Object.fromEntries(response.headers) }).accepts[1]?.payTo ?? '');
});

after(async () => {
  await services.stop();
  await stack.stop();
});

for (const network of ['base', 'solana'] as const)
  test(`a buyer on ${network} reads again what they bought, and pays for everything else`, async () => {
    const url = `${services.plaza}/api/trending?period=7d`;
    const other = `${services.plaza}/api/trending?period=30d`;
    const { first, second, changed, left } = await stack.buyAgain({ network, url, other });
    assert.equal(first.status, 200, first.body);
    assert.deepEqual(first.sent, ['sign-in-with-x', 'payment-signature'], 'who has bought nothing pays');
    assert.deepEqual(first.signed, { offers: 2, receipt: true, fits: true });
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.deepEqual(second.sent, ['sign-in-with-x']);
    assert.equal(second.signed.receipt, false, 'nothing was paid');
    assert.deepEqual(changed.sent, ['sign-in-with-x', 'payment-signature']);
    assert.deepEqual(left, ['995000', '990000']);
  });
