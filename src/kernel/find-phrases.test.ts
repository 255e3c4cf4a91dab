import assert from 'node:assert/strict';
import test from 'node:test';
import { comparableText } from './comparable.ts';
import { phraseFinder } from './find-phrases.ts';

/** Keyword, text, and whether it is found as a part of words and as a whole word. */
const rows: readonly [string, string, boolean, boolean][] = [
  ['spoiler', 'No spoilers please', true, false],
  ['spoiler', 'SPOILER: he dies', true, true],
  ['spoiler', 'A spo\u200biler', true, true],
  ['spoiler', 'Ｓｐｏｉｌｅｒ alert', true, true],
  ['world cup', 'The World\n  Cup final', true, true],
  ['world cup', 'The worldcup', false, false],
  ['café', 'In the CAFE\u0301', true, true],
  ['café', 'In the cafe', false, false],
  ['straße', 'Die STRAẞE', true, true],
  ['İstanbul', 'istanbul', true, true],
  ['ΟΔΟΣ', 'οδος', true, true],
  ["don't", 'I don’t know', true, true],
  ['c++', 'I like C++!', true, true],
  ['#bread', 'Good #bread', true, true],
  ['#bread', 'Good #breads', true, false],
  ['cat', 'concatenate', true, false],
  ['cat', 'cat_food', true, false],
  ['cat', 'a\u0301cat', true, false],
  ['選挙', '次の選挙結果', true, true],
  ['การเมือง', 'ข่าวการเมืองวันนี้', true, true],
  ['كرة', 'كُرَة القدم', true, true],
  ['😀', 'Hello😀😀', true, true],
  ['𝐁𝐨𝐥𝐝', 'so bold', true, true],
  ['x', '', false, false],
];

test('finds a phrase in any spelling, as a part of words or as a whole word', () => {
  for (const [keyword, text, inWords, whole] of rows)
    for (const [isWholeWord, expected] of [
      [false, inWords],
      [true, whole],
    ] as const) {
      const find = phraseFinder([{ text: comparableText(keyword), isWholeWord, value: 1 }]);
      assert.equal(find(comparableText(text)).has(1), expected, `${keyword} in ${text}, ${isWholeWord}`);
    }
});

test('finds the same phrases as a search for each of them', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const word = (longest: number) =>
    Array.from({ length: 1 + random(longest) }, () => 'ab😀 '[random(4)] ?? '').join('');
  for (let round = 0; round < 500; round++) {
    const phrases = Array.from({ length: 1 + random(8) }, (_, value) => ({
      text: word(4),
      isWholeWord: false,
      value,
    }));
    const text = word(30);
    const expected = phrases.filter((each) => text.includes(each.text)).map(({ value }) => value);
    assert.deepEqual([...phraseFinder(phrases)(text)].sort(), expected.sort());
  }
});

test('finds nothing in a text made of almost every phrase', () => {
  const phrases = Array.from({ length: 200 }, (_, n) => ({
    text: `${'a'.repeat(80 - (n % 80))}b`,
    isWholeWord: true,
    value: n,
  }));
  assert.equal(phraseFinder(phrases)('a'.repeat(200_000)).size, 0);
});

test('finds whole words that end in one place, and words again in a text made of them', () => {
  const phrases = Array.from({ length: 26 }, (_, n) => [
    ...['a'.repeat(n + 1), 'a.'.repeat(n + 1), '.a'.repeat(n + 1)],
    ...['ab.'.repeat(n + 1), `b.${'ab.'.repeat(n)}`],
  ]).flat();
  const isWordIn = (text: string, phrase: string) => {
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
      if (
        !/\w\w/.test(text.slice(at - 1, at + 1)) &&
        !/\w\w/.test(text.slice(at - 1).slice(phrase.length, phrase.length + 2))
      )
        return true;
    return false;
  };
  const find = phraseFinder(phrases.map((text) => ({ text, isWholeWord: true, value: text })));
  for (const text of [' aaaa', ' a.a.a.a', ' ab.ab.ab.', ' aa.ab.a b.aab', ' aab.ab', ` ${'ab.'.repeat(60)}`])
    assert.deepEqual([...find(text)].sort(), phrases.filter((each) => isWordIn(text, each)).sort(), text);
});
