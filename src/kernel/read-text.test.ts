import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLine, readLines } from './read-text.ts';

const name = { what: 'The name', min: 1, max: 5 } as const;

test('collapses spaces and removes control characters in a line', () => {
  assert.equal(readLine('name', ' a\r\nb\u0007\tc ', name), 'a b c');
  assert.equal(readLine('name', 'a\ud800', name), 'a\ufffd');
});

test('normalizes line breaks in multiline text', () => {
  assert.equal(readLines('text', '\na\r\n\rb\n', name), 'a\n\nb');
});

test('measures lengths in characters', () => {
  assert.equal(readLine('name', '🙂🙂🙂🙂🙂', name), '🙂🙂🙂🙂🙂');
  assert.throws(() => readLine('name', 'abcdef', name), {
    field: 'name',
    message: 'The name can have at most 5 characters',
  });
  assert.throws(() => readLines('text', 'a'.repeat(2001), { what: 'The text', max: 2000 }), /than 2,000 /);
});

test('rejects required fields that are blank or absent', () => {
  for (const typed of [undefined, '', ' \n'])
    assert.throws(() => readLine('name', typed, name), { field: 'name', message: 'The name is required' });
  assert.equal(readLine('note', undefined, { what: 'The note', max: 5 }), '');
});
