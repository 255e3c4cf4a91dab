import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlias, parseAlias, randomAlias } from './fields.ts';

test('a chosen alias has 3 to 49 letters, digits, hyphens and underscores of any script', () => {
  const rows = ['abc', 'Spring-Sale_2026', 'x'.repeat(49), 'привет', '春の市', 'عيد', 'नमस्ते', '---'];
  for (const alias of rows) assert.equal(parseAlias(alias), alias);
});

test('an alias is normalized to NFC and is case-sensitive', () => {
  assert.equal(parseAlias('cafe\u0301'), 'caf\u00e9');
  assert.equal(parseAlias(' Sale '), 'Sale');
  assert.notEqual(parseAlias('SALE'), parseAlias('sale'));
});

test('an invalid alias is rejected with the reason', () => {
  const rows: [string, RegExp][] = [
    ['ab', /at least 3/],
    ['春の', /at least 3/],
    ['x'.repeat(50), /at most 49/],
    ['with space', /letters, digits/],
    ['a/b', /letters, digits/],
    ['a.b.c', /letters, digits/],
    ['100%', /letters, digits/],
    ['<script>', /letters, digits/],
    ['abc\u0000', /letters, digits/],
    ['abc\u202egpj', /letters, digits/],
    ['api', /is reserved/],
    ['Dashboard', /is reserved/],
  ];
  for (const [alias, message] of rows)
    assert.throws(() => parseAlias(alias), { kind: 'invalid', field: 'custom', message }, alias);
});

test('a random alias has the requested length, in base62', () => {
  for (const length of [5, 6, 7]) {
    const alias = randomAlias(length);
    assert.match(alias, new RegExp(`^[0-9A-Za-z]{${length}}$`));
    assert.ok(isAlias(alias));
  }
  assert.ok(new Set(Array.from({ length: 1000 }, () => randomAlias(7))).size > 990);
});
