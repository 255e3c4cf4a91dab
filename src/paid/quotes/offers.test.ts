import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { canonical } from '../../kernel/json.ts';
import { checkMemo, createMemo, inputHash, inputText, memoLength } from './offers.ts';

const someKey = () => randomBytes(32).toString('hex');
const key = someKey();
const now = new Date('2026-03-01T12:00:00Z');
const expires = new Date('2026-03-01T12:05:00Z');
const call = { method: 'GET' as const, path: '/api/echo', query: { text: 'a', times: '2' }, body: {} };

test('a memo is valid only for its input and price until it expires', () => {
  const input = inputText(call, 2000n);
  const memo = createMemo(key, input, expires);
  assert.equal(memo.length, memoLength);
  assert.equal(checkMemo(key, input, memo, now).is, 'valid');
  assert.equal(checkMemo(key, input, memo, new Date('2026-03-01T12:05:01Z')).is, 'expired');
  assert.equal(checkMemo(someKey(), input, memo, now).is, 'mismatch');
  const others = [
    inputText(call, 2001n),
    inputText({ ...call, method: 'POST' }, 2000n),
    inputText({ ...call, path: '/api/other' }, 2000n),
    inputText({ ...call, query: { text: 'a' } }, 2000n),
    inputText({ ...call, body: { text: 'a' } }, 2000n),
  ];
  for (const other of others) assert.equal(checkMemo(key, other, memo, now).is, 'mismatch');
});

test('rejects a memo that was changed anywhere', () => {
  const input = inputText(call, 2000n);
  const memo = createMemo(key, input, expires);
  for (let index = 0; index < memo.length; index += 1) {
    const changed = memo.slice(0, index) + (memo[index] === 'a' ? 'b' : 'a') + memo.slice(index + 1);
    assert.equal(checkMemo(key, input, changed, now).is, 'mismatch', changed);
  }
  for (const memo of ['', '..', 'a.b.c', 'x'.repeat(300)])
    assert.equal(checkMemo(key, input, memo, now).is, 'mismatch');
});

test('the input hash ignores the order of fields and depends on everything else', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const turned = Object.fromEntries(Object.entries(body).reverse());
      assert.deepEqual(inputHash({ ...call, body: turned }, 1n), inputHash({ ...call, body }, 1n));
      assert.deepEqual(JSON.parse(canonical(body)), JSON.parse(JSON.stringify(body)));
    }),
  );
  assert.notEqual(canonical({ a: ['x', 'y'] }), canonical({ a: ['y', 'x'] }));
  assert.notEqual(canonical({ a: 1 }), canonical({ a: '1' }));
});
