import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { comparableEmail, comparableHost, emailColumns, emailSpellings } from './comparable.ts';
import { cleanText, foldAccents, isBlank, normalize, queryWords, textDirection } from './text.ts';

test('normalizes texts', () => {
  assert.equal(normalize('e\u0301', 'NFC'), 'é');
  assert.equal(normalize('ﬁ', 'NFKC'), 'fi');
  assert.equal(normalize('é', 'NFKD'), 'e\u0301');
});

test('keeps at most 30 combining marks in a row', () => {
  const stubMembers = '\u0301\u0316'.repeat(50);
  assert.equal(normalize(`x${stubMembers}y`, 'NFKD'), `x${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}y`);
});

/** Addresses that are one, and others that are not. */
const emails: [same: string[], others: string[]][] = [
  [
    [
      'Ada@Example.ORG',
      ' ada@example.org ',
      'ａｄａ@example.org',
      'ada@ｅｘａｍｐｌｅ．org',
      'ada@example。org',
    ],
    ['ada@example.com'],
  ],
  [
    ['josé@example.org', 'JOSÉ@example.org', 'jose\u0301@example.org', 'JOSE\u0301@EXAMPLE.org'],
    ['jose@example.org'],
  ],
  [
    ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ADA@BÜCHER.example', 'ada@bu\u0308cher.example'],
    ['ada@bucher.example'],
  ],
  [['\u212Aim@example.org', 'kim@example.org', 'KIM@example.org'], []],
  [
    ['İda@example.org', 'i\u0307da@example.org', 'I\u0307da@example.org'],
    ['ida@example.org', 'ıda@example.org'],
  ],
  [['ada@straße.example', 'ada@xn--strae-oqa.example'], ['ada@strasse.example']],
  [['ΣΟΦΟΣ@example.org', 'σοφος@example.org', 'σοφοσ@example.org'], []],
  [['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'], []],
  [['иван@пример.рф', 'ИВАН@ПРИМЕР.РФ', 'иван@xn--e1afmkfd.xn--p1ai'], []],
];

for (const [same, others] of emails)
  test(`compares ${same[0]} with its spellings`, () => {
    const [key] = new Set(same.map(comparableEmail));
    for (const email of same) assert.equal(comparableEmail(email), key, email);
    for (const email of others) assert.notEqual(comparableEmail(email), key, email);
    for (const email of emailSpellings(same[0]?.trim() ?? ''))
      assert.equal(comparableEmail(email), key, email);
  });

test('stores a second form only of addresses that are not ASCII', () => {
  assert.deepEqual(emailColumns('Ada@Example.org'), { email: 'Ada@Example.org', email_folded: null });
  assert.deepEqual(emailColumns('ada@bücher.example'), {
    email: 'ada@bücher.example',
    email_folded: 'ada@xn--bcher-kva.example',
  });
});

const hosts: [typed: string, host: string][] = [
  ['Example.ORG.', 'example.org'],
  ['bücher.example:8080', 'xn--bcher-kva.example:8080'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['ｅｘａｍｐｌｅ.org', 'example.org'],
  ['localhost:3000', 'localhost:3000'],
  ['', ''],
  ['ä ö', 'ä ö'],
];

for (const [typed, host] of hosts)
  test(`compares the host ${typed} as ${host}`, () => assert.equal(comparableHost(typed), host));

test('folds texts and queries that are compared in memory', () => {
  assert.equal(foldAccents('Domänen, E\u2060‑Mail ＡＢＣ'), 'domanen, e‐mail abc');
  assert.deepEqual(queryWords('“Domänen” e‑mail 🎉posts/{id}🎉 "api"'), [
    'domanen',
    'e',
    'mail',
    'posts/{id}',
    'api',
  ]);
});

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

describe('textDirection', () => {
  const rows: [text: string, expected: 'ltr' | 'rtl'][] = [
    ['# Reading', 'ltr'],
    ['# قراءة the table', 'rtl'],
    ['12. שלום', 'rtl'],
    ['日本', 'ltr'],
    ['', 'ltr'],
    ['123 😀', 'ltr'],
  ];
  for (const [text, expected] of rows)
    it(`is ${expected} for “${text}”`, () => assert.equal(textDirection(text), expected));
});
