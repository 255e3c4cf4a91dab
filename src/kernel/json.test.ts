import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureJson, parseJson } from './json.ts';

test('parses JSON, and refuses what is nested too deep to be walked', () => {
  assert.deepEqual(parseJson('{"a":[1,"]]]"]}'), { a: [1, ']]]'] });
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    assert.doesNotThrow(() => parseJson(nested(64)));
    for (const depth of [65, 100_000]) assert.throws(() => parseJson(nested(depth)), SyntaxError);
  }
});

test('counts the keys of JSON, but not colons in texts', () => {
  const keys = JSON.stringify(
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}:":`, ':"\\":'])),
  );
  assert.equal(measureJson(keys).keys, 100);
  assert.equal(measureJson(keys, { keys: 9 }).keys, 10, 'ends where the limit is exceeded');
});

test('counts the entries of lists outside of strings', () => {
  const list = JSON.stringify(['a,b', {}, [1, 2], '\\",']);
  assert.deepEqual(measureJson(list), { depth: 2, keys: 0, entries: 4 });
});
