import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldAccents, normalize, queryWords } from './text.ts';
import { comparableEmail, comparableHost, emailColumns, emailSpellings } from './comparable.ts';

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
