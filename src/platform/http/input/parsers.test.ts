import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFields } from './parsers.ts';

test('makes a list of repeated names and of names with brackets', () => {
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

test('parses a body of one repeated name in linear time', () => {
  // The maximum that fits. It used to block the process for two minutes.
  const pairs = Array.from({ length: 131_072 }, (): [string, string] => ['a', '']);
  assert.equal(toFields(pairs).a?.length, pairs.length);
});

test('treats names that objects inherit as ordinary fields', () => {
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
