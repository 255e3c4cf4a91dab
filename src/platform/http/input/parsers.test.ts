import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFields } from './parsers.ts';

test('repeated names form a list, and so does a name with brackets', () => {
  const pairs: [string, string][] = [
    ['one', '1'],
    ['two', '1'],
    ['two', '2'],
    ['two', '3'],
    ['list[]', '1'],
    ['more[]', '1'],
    ['more[]', '2'],
  ];
  assert.deepEqual(toFields(pairs), { one: '1', two: ['1', '2', '3'], list: ['1'], more: ['1', '2'] });
});

test('a body of nothing but one name is read in one go', () => {
  // The most that fits: it once took two minutes, in which nobody else was answered.
  const pairs = Array.from({ length: 131_072 }, (): [string, string] => ['a', '']);
  assert.equal(toFields(pairs).a?.length, pairs.length);
});

test('names that objects inherit are fields like others', () => {
  const fields = toFields([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  assert.deepEqual(Object.entries(fields), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  assert.equal(Object.getPrototypeOf(fields), Object.prototype);
});
