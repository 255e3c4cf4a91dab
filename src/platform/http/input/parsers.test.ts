import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBrokenName, toFields } from './parsers.ts';

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

test('finds names that PostgreSQL cannot store, at any depth', () => {
  const rows: [json: string, expected: boolean][] = [
    [String.raw`{"\ud800": 1}`, true],
    [String.raw`{"a": [1, {"b": {"\udc00x": null}}]}`, true],
    [String.raw`[[[{"\ud83d": "x"}]]]`, true],
    [String.raw`{"\ud83d\ude00": "\ud800"}`, false],
    ['[]', false],
    ['"text"', false],
    ['null', false],
  ];
  for (const [json, expected] of rows) assert.equal(hasBrokenName(JSON.parse(json)), expected, json);
});
