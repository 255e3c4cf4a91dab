import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msg } from '../problem.ts';
import { parseLine, parseLines } from './parse-text.ts';

const name = { what: msg('The name'), min: 1, max: 5 } as const;

test('collapses spaces and removes control characters in a line', () => {
  assert.equal(parseLine('name', ' a\r\nb\u0007\tc ', name), 'a b c');
  assert.equal(parseLine('name', 'a\ud800', name), 'a\ufffd');
});

test('normalizes line breaks in multiline text', () => {
  assert.equal(parseLines('text', '\na\r\n\rb\n', name), 'a\n\nb');
});

test('measures lengths in characters', () => {
  assert.equal(parseLine('name', '🙂🙂🙂🙂🙂', name), '🙂🙂🙂🙂🙂');
  assert.throws(() => parseLine('name', 'abcdef', name), {
    field: 'name',
    message: 'The name can have at most 5 characters',
  });
  assert.throws(
    () => parseLines('text', 'a'.repeat(2001), { what: msg('The text'), max: 2000 }),
    /at most 2,000 /,
  );
});

test('rejects required fields that are blank or absent', () => {
  for (const typed of [undefined, '', ' \n'])
    assert.throws(() => parseLine('name', typed, name), { field: 'name', message: 'The name is required' });
  assert.equal(parseLine('note', undefined, { what: msg('The note'), max: 5 }), '');
});
