import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameSecret, seal, signature, unseal } from './secrets.ts';

const key = randomBytes(32);

test('round-trips sealed data, with a different ciphertext each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = seal(key, text);
      assert.equal(unseal(key, sealed), text);
      assert.notDeepEqual(seal(key, text), sealed);
    }),
  );
});

test('does not unseal with another key or after a byte changed', () => {
  const sealed = seal(key, 'a secret');
  assert.throws(() => unseal(randomBytes(32), sealed));
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.throws(() => unseal(key, changed));
  }
});

test('signs with HMAC-SHA256 in lower-case hex', () => {
  // RFC 4231, test case 2.
  assert.equal(
    signature('Jefe', 'what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('compares secrets of any length', () => {
  assert.equal(sameSecret('abc', 'abc'), true);
  assert.equal(sameSecret('abc', 'abd'), false);
  assert.equal(sameSecret('abc', 'abcd'), false);
  assert.equal(sameSecret('', ''), true);
});
