import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from './paths.ts';

test('turns a title into a readable slug', () => {
  assert.equal(slugOf('Über die Café-Kultur: 10 Tipps!'), 'uber-die-cafe-kultur-10-tipps');
  assert.equal(slugOf('  日本語 の 見出し '), '日本語-の-見出し');
  assert.equal(slugOf('नमस्ते दुनिया'), 'नमस्ते-दुनिया');
  assert.equal(slugOf('<script>/../'), 'script');
  assert.equal(slugOf('?!'), 'untitled');
});

test('truncates a long title at a word boundary', () => {
  const slug = slugOf('word '.repeat(40));
  assert.equal(slug.length <= 80, true);
  assert.equal(slug.endsWith('word'), true);
});
