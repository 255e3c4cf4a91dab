import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termSlug, indexPositionOf } from './term.ts';

test('lists terms under their letter, in any script', () => {
  assert.deepEqual(indexPositionOf('Élan vital'), { letter: 'E', sortKey: 'elan vital' });
  assert.deepEqual(indexPositionOf('“Quoted”'), { letter: 'Q', sortKey: 'quoted”' });
  assert.equal(indexPositionOf('3D').letter, '0–9');
  assert.equal(indexPositionOf('ёлка').letter, 'Ё');
  assert.equal(indexPositionOf('日本').letter, '日');
  assert.equal(indexPositionOf('नमस्ते').letter, 'न');
});

test('avoids term slugs that are paths of other glossary pages', () => {
  assert.equal(termSlug('New'), 'new-term');
  assert.equal(termSlug('News'), 'news');
});
