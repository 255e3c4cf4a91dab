import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from './slug.ts';

test('a title becomes a readable part of an address', () => {
  equal(slugOf('Über die Café-Kultur: 10 Tipps!'), 'uber-die-cafe-kultur-10-tipps');
  equal(slugOf('  日本語 の 見出し '), '日本語-の-見出し');
  equal(slugOf('नमस्ते दुनिया'), 'नमस्ते-दुनिया');
  equal(slugOf('<script>/../'), 'script');
  equal(slugOf('?!'), 'untitled');
});

test('a long one is cut at a word', () => {
  const slug = slugOf('word '.repeat(40));
  equal(slug.length <= 80, true);
  equal(slug.endsWith('word'), true);
});
