import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, placeOf } from './term.ts';

test('lists terms under their letter, in any script', () => {
  assert.deepEqual(placeOf('Élan vital'), { letter: 'E', sortKey: 'elan vital' });
  assert.deepEqual(placeOf('“Quoted”'), { letter: 'Q', sortKey: 'quoted”' });
  assert.equal(placeOf('3D').letter, '0–9');
  assert.equal(placeOf('ёлка').letter, 'Ё');
  assert.equal(placeOf('日本').letter, '日');
  assert.equal(placeOf('नमस्ते').letter, 'न');
});

test('avoids term slugs that are paths of other glossary pages', () => {
  assert.equal(addressOf('New'), 'new-term');
  assert.equal(addressOf('News'), 'news');
});
