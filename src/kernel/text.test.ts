import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalize } from './text.ts';

test('normalizes texts', () => {
  assert.equal(normalize('e\u0301', 'NFC'), 'é');
  assert.equal(normalize('ﬁ', 'NFKC'), 'fi');
  assert.equal(normalize('é', 'NFKD'), 'e\u0301');
});

test('keeps at most 30 combining marks in a row', () => {
  const stubMembers = '\u0301\u0316'.repeat(50);
  assert.equal(normalize(`x${stubMembers}y`, 'NFKD'), `x${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}y`);
});
