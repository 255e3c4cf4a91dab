import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './parse-query.ts';

const nothing = { words: [], phrases: [], without: [] };

const rows: [string, object][] = [
  ['rye bread', { words: ['rye', 'bread'] }],
  ['"rye bread" -wheat crust', { words: ['crust'], phrases: ['rye bread'], without: ['wheat'] }],
  ['-"white flour" rye', { words: ['rye'], without: ['white flour'] }],
  ['from:@Ada bread', { words: ['bread'], from: 'ada' }],
  ['#Baking tag:rye', { tag: 'rye' }],
  ['in:"Bread and rolls" type:thread', { forum: 'Bread and rolls', type: 'threads' }],
  ['is:solved is:great', { words: ['is:great'], isSolved: true }],
  ['before:2026 after:2025-02-30', { words: ['after:2025-02-30'], before: new Date('2026-01-01') }],
  ['sort:newest http://example.org', { words: ['http://example.org'], sort: 'newest' }],
  ['"" - -- "open quote', { phrases: ['open quote'] }],
  ['“rye bread” –wheat', { phrases: ['rye bread'], without: ['wheat'] }],
  ['„rye bread“ −«white flour»', { phrases: ['rye bread'], without: ['white flour'] }],
  ['「東京」　from：＠Ada ＃ｒｙｅ', { phrases: ['東京'], from: 'ada', tag: 'rye' }],
  ['l’hôtel a–b 🎉 ©', { words: ['l’hôtel', 'a–b', '🎉', '©'] }],
  ['tag: from: in: #1', { words: ['1'] }],
];

for (const [typed, expected] of rows)
  test(`parses the query ${typed}`, () => assert.deepEqual(parseQuery(typed), { ...nothing, ...expected }));
