import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aliasIn, aliasInSentence } from './find-link.ts';

const rows: [string, string | undefined][] = [
  ['/abc', 'abc'],
  ['/Abc', 'Abc'],
  ['/abc/', 'abc'],
  ['/abc?utm_source=x', 'abc'],
  ['/abc/?a=/b', 'abc'],
  ['/spring-sale_2026', 'spring-sale_2026'],
  ['/caf%C3%A9', 'caf\u00e9'],
  ['/cafe%CC%81', 'caf\u00e9'],
  ['/%61bc', 'abc'],
  ['/%E6%98%A5%E3%81%AE%E5%B8%82', '春の市'],
  // Not a valid alias: answered with the 404 page.
  ['/%', ''],
  ['/%zz', ''],
  ['/%C3', ''],
  ['/%ED%A0%80', ''],
  ['/a%2Fb', ''],
  ['/a%00b', ''],
  ['/a%20b', ''],
  ['/<script>', ''],
  ['/..%2f..%2fetc', undefined],
  [`/${'x'.repeat(191)}`, ''],
  ['/abc.', ''],
  ['/abc...?a=b', ''],
  // Paths of the service itself.
  ['/', undefined],
  ['', undefined],
  ['*', undefined],
  ['/?q', undefined],
  ['//abc', undefined],
  ['/abc/def', undefined],
  ['/abc//', undefined],
  ['/api', undefined],
  ['/API/', undefined],
  ['/dashboard?x', undefined],
  ['/%61pi', undefined],
  ['/favicon.ico', undefined],
  ['/.well-known', undefined],
  ['http://hop.test/abc', undefined],
];

for (const [target, alias] of rows)
  test(`${target.slice(0, 30)} requests ${alias === undefined ? 'no alias' : alias === '' ? 'an invalid alias' : `the alias “${alias}”`}`, () => {
    assert.equal(aliasIn(target), alias);
  });

const sentences: [string, string | undefined][] = [
  ...[
    '.',
    ',',
    ')',
    ']',
    '%20',
    '%20%20',
    ';',
    ':',
    '!',
    '%22',
    "'",
    '%E2%80%9D',
    '%E2%80%A6',
    '%E3%80%82',
  ].map((tail): [string, string] => [`/abc${tail}`, 'abc']),
  ...['%EF%BC%89', '%E2%80%8B', '%C2%A0', '%3E', '%0A', ').', '...', '%C2%BB', '*', '%60'].map(
    (tail): [string, string] => [`/abc${tail}`, 'abc'],
  ),
  ['/%20abc', 'abc'],
  ['/%E2%80%9Cabc%E2%80%9D', 'abc'],
  ['/abc)?utm=x', 'abc'],
  ['/abc)/', 'abc'],
  ['/%E6%98%A5%E3%80%82', '春'],
  ['/a%20b', undefined],
  ['/api.', undefined],
  ['/%zz)', undefined],
  ['/)', undefined],
  ['/...', undefined],
  [`/${'('.repeat(5000)}`, undefined],
];
for (const [target, alias] of sentences)
  test(`${target.slice(0, 30)} ${alias ? `contains the alias “${alias}”` : 'contains no alias'}`, () => {
    assert.equal(aliasInSentence(target), alias);
  });

test('normalizes or rejects a requested alias', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.webPath(), fc.string().map(encodeURIComponent)),
      (text) => {
        const alias = aliasIn(`/${text}`);
        assert.ok(alias === undefined || alias === '' || /^[\p{L}\p{M}\p{N}_-]{1,190}$/u.test(alias), alias);
        assert.equal(alias?.normalize('NFC'), alias);
      },
    ),
  );
});
