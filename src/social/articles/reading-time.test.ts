import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTags } from './articles.ts';
import { measure } from '../text/rendered.ts';

test('counts words without Markdown syntax, and characters in scripts without spaces', () => {
  assert.deepEqual(measure('# One **two**\n\n- three\n\n```\ncode code\n```'), { words: 3, minutes: 1 });
  assert.equal(measure('word '.repeat(1150)).minutes, 5);
  assert.deepEqual(measure('日本語の文章'.repeat(150)), { words: 900, minutes: 2 });
  assert.equal(measure('').minutes, 1);
});

test('accepts tags as people type them', () => {
  assert.deepEqual(parseTags('#Tea, garden_tools  tea;日本'), ['tea', 'garden_tools', '日本']);
  assert.throws(() => parseTags('123'), /is not a valid tag/);
  assert.throws(() => parseTags('a b c d e f g h i j k'), /at most 10/);
});
