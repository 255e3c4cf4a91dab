import assert from 'node:assert/strict';
import { Type } from 'typebox';
import { test, testConfig } from '../../test/app.ts';
import {
  paidOperation,
  amountOf,
  byItems,
  fixed,
  formatUsdc,
  highestOf,
  itemsFor,
  parseUsdc,
} from './operation.ts';
import type { PaidOperation, Amount } from './operation.ts';

const config = testConfig();

test('a call costs the price in its setting or declaration', () => {
  assert.equal(amountOf(fixed(), config), 2000n);
  assert.equal(amountOf(fixed('X402_PRICE_TRENDING'), config), 5000n);
  assert.equal(amountOf(fixed('X402_PRICE_AUDIT'), testConfig({ X402_PRICE_AUDIT: '1.5' })), 1_500_000n);
  assert.equal(amountOf(fixed({ usdc: '0.000001' }), config), 1n);
});

test('a list costs more for each item, up to the maximum', () => {
  const prices: Amount[] = [0, 1, 20, 35, 36, 37, 100].map((items) => amountOf(byItems(), config, items));
  assert.deepEqual(prices, [2000n, 2500n, 12_000n, 19_500n, 20_000n, 20_000n, 20_000n]);
  assert.equal(highestOf(byItems(), config), 20_000n);
});

test('an amount pays for exactly the number of items with this price, other amounts are not prices', () => {
  const items = [2000n, 2500n, 12_000n, 20_000n].map((amount) => itemsFor(byItems(), config, amount));
  assert.deepEqual(items, [0, 1, 20, Number.MAX_SAFE_INTEGER]);
  for (const amount of [1999n, 2001n, 20_001n, 20_500n])
    assert.equal(itemsFor(byItems(), config, amount), undefined);
  assert.equal(itemsFor(fixed(), config, 2000n), 0);
  assert.equal(itemsFor(fixed(), config, 2001n), undefined);
});

test('formats and parses amounts', () => {
  for (const text of ['0.002', '0.000001', '12', '1.5', '100'])
    assert.equal(formatUsdc(parseUsdc(text)), text);
});

test('rejects an invalid amount at startup', () => {
  for (const amount of ['0', '0.0', '-1', '0.0000001', 'free', '1,5'])
    assert.throws(() => testConfig({ X402_PRICE: amount }), /expected a value such as 0.002/);
});

test('an operation is declared with its types', async (app) => {
  const operation: PaidOperation = paidOperation({
    path: '/api/double',
    title: 'Double',
    summary: 'Double a number',
    tag: 'Paid calls',
    price: fixed(),
    input: Type.Object({ number: Type.Integer({ default: 1, maximum: 1000 }) }),
    output: Type.Object({ result: Type.Integer() }),
    example: { input: { number: 2 }, output: { result: 4 } },
    answer: (_app, { number }) => Promise.resolve({ result: 2 * number }),
  });
  assert.deepEqual(
    await operation.answer(app, operation.example.input as never, ''),
    operation.example.output,
  );
});
