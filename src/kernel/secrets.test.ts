import { equal, notDeepEqual, throws } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameSecret, seal, signature, unseal } from './secrets.ts';

const key = randomBytes(32);

test('what is sealed comes back whole, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = seal(key, text);
      equal(unseal(key, sealed), text);
      notDeepEqual(seal(key, text), sealed);
    }),
  );
});

test('another key or a changed byte opens nothing', () => {
  const sealed = seal(key, 'a secret');
  throws(() => unseal(randomBytes(32), sealed));
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    throws(() => unseal(key, changed));
  }
});

test('a signature is HMAC-SHA256 in lower-case hex', () => {
  // RFC 4231, test case 2.
  equal(
    signature('Jefe', 'what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('secrets are the same or not, whatever their lengths', () => {
  equal(sameSecret('abc', 'abc'), true);
  equal(sameSecret('abc', 'abd'), false);
  equal(sameSecret('abc', 'abcd'), false);
  equal(sameSecret('', ''), true);
});
