import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { formatMoney, parseMoney, percentOf, plainMoney } from './money.ts';

const dollars = { CURRENCY: 'USD' };
const yen = { CURRENCY: 'JPY' };

test('parses amounts as people type them', () => {
  assert.equal(parseMoney(dollars, ' 4.50 ', { field: 'amount' }), 4_500_000n);
  assert.equal(parseMoney(dollars, '0.01', { field: 'amount' }), 10_000n);
  assert.equal(parseMoney(dollars, '999999999', { field: 'amount' }), 999_999_999_000_000n);
  assert.equal(parseMoney(yen, '450', { field: 'amount' }), 450_000_000n);
});

test('reports an invalid amount at its field', () => {
  for (const text of [
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    '1,50',
    '1e3',
    '0x10',
    '1.005',
    '.5',
    '5.',
    '1 000',
    '٣',
    'NaN',
    '1'.repeat(40),
  ])
    assert.throws(
      () => parseMoney(dollars, text, { field: 'amount' }),
      (error) => error instanceof Problem && error.kind === 'invalid' && error.field === 'amount',
      text,
    );
  assert.throws(() => parseMoney(yen, '4.5', { field: 'amount' }), /whole amount/);
  assert.throws(
    () => parseMoney(dollars, '1', { field: 'amount', min: 5_000_000n }),
    /The minimum amount is \$5\.00/,
  );
  assert.throws(
    () => parseMoney(dollars, '11', { field: 'amount', max: 10_000_000n }),
    /The maximum amount is \$10\.00/,
  );
});

test('formats amounts without rounding', () => {
  assert.equal(formatMoney(dollars, 4_500_000n), '$4.50');
  assert.equal(formatMoney(dollars, -2_000n), '-$0.002');
  assert.equal(formatMoney(dollars, 1_234_567_000_001n), '$1,234,567.000001');
  assert.equal(formatMoney(yen, 450_000_000n), '¥450');
  assert.deepEqual([4_500_000n, -2000n, 0n].map(plainMoney), ['4.5', '-0.002', '0']);
});

test('rounds a share down', () => {
  assert.equal(percentOf(999n, 5), 49n);
  assert.equal(percentOf(1_000_000n, 2.5), 25_000n);
  assert.equal(percentOf(1n, 5), 0n);
});
