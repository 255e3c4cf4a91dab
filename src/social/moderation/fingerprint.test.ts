import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintOf } from './text-marks.ts';

const words = 'the quick brown fox jumps over the lazy dog and sleeps';

test('the fingerprint of a text is stable across versions', () => {
  assert.deepEqual(fingerprintOf(words), {
    fingerprint: -4223099002704562929n,
    bands: [62735, 64636, 35284, 50532],
  });
});

test('URLs, names, digits and letter case do not change the fingerprint', () => {
  assert.deepEqual(fingerprintOf(`${words.toUpperCase()} 42 @ada https://a.example/`), fingerprintOf(words));
});

test('short texts have no fingerprint', () => {
  assert.equal(fingerprintOf('Happy birthday'), undefined);
});
