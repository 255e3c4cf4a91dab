import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanText, isBlank } from './clean-text.ts';

const longest = 5000;

describe('cleanText', () => {
  const rows: [string, string, string][] = [
    ['line breaks of all kinds', 'a\r\nb\rc', 'a\nb\nc'],
    ['control characters', 'a\u0000b\u0007c\u009Fd', 'abcd'],
    ['tabs and indentation', 'a\n\tb\n  c', 'a\n\tb\n  c'],
    ['surrounding whitespace', '\n\n a \n b \n\n', 'a\n b'],
    ['many empty lines', 'a\n\n\n\n\n\nb', 'a\n\n\nb'],
    ['lone surrogates', 'a\uD800', 'a\uFFFD'],
  ];
  for (const [what, typed, expected] of rows)
    it(`normalizes ${what}`, () => assert.equal(cleanText(typed, 'text', longest), expected));

  it('counts user-perceived characters', () => {
    const family = '👩‍👩‍👧‍👦';
    assert.ok(cleanText(family.repeat(1500), 'text', longest).length > longest);
    assert.throws(() => cleanText('a'.repeat(longest + 1), 'text', longest), { field: 'text' });
    assert.throws(() => cleanText(`a${'\u0301'.repeat(longest * 4)}`, 'text', longest), { field: 'text' });
  });
});

describe('isBlank', () => {
  for (const text of ['', ' \n\t', '\u200B\u200D', '\u2060 \uFEFF', '\u3164'])
    it(`is true for ${JSON.stringify(text)}`, () => assert.ok(isBlank(text)));
  for (const text of ['.', '🙂', '❤️']) it(`is false for ${text}`, () => assert.ok(!isBlank(text)));
});
