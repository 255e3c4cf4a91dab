import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSize, formatList, t } from './translate.ts';
import { inLanguage } from './languages.ts';
import { changeMessage, Message, type MessageValue, msg, missing } from '../../kernel/problem.ts';

const many = 7_407_404;
const rows: [text: string, values: Record<string, string | number | bigint>, english: string, german: string][] = [
  ['{max} things', { max: many }, '7,407,404 things', '7.407.404 things'],
  ['{max} things', { max: 7_407_404n }, '7,407,404 things', '7.407.404 things'],
  ['{max} things', { max: '7407404' }, '7407404 things', '7407404 things'],
  ['{n, plural, one {# thing} other {{n} of # things}}', { n: many }, '7,407,404 of 7,407,404 things', '7.407.404 of 7.407.404 things'],
  ['{n, plural, one {# thing} other {# things}} of {all}', { n: 1, all: many }, '1 thing of 7,407,404', '1 thing of 7.407.404'],
]; // prettier-ignore

for (const [text, values, english, german] of rows)
  test(`groups the digits of numbers in ${text}`, () => {
    assert.equal(t(text, values), english);
    assert.equal(
      inLanguage('de', () => t(text, values)),
      german,
    );
  });

test('gives sizes of files in the reader’s language', () => {
  assert.deepEqual([1, 500_000, 1_572_864].map(formatSize), ['1 kB', '488 kB', '1.5 MB']);
  assert.equal(
    inLanguage('de', () => formatSize(1_572_864)),
    '1,5 MB',
  );
});

test('translates a message with its values where it is shown', () => {
  const max = 12_345;
  const what = msg('Link');
  const problem = missing(what);
  const size: MessageValue = (language) => formatList(['a', 'b'], 'conjunction', language);
  assert.equal(problem.message, 'Link not found');
  inLanguage('de', () => {
    assert.equal(t(problem.text), 'Link nicht gefunden');
    assert.equal(t(new Message('{max} of {size}', { max, size })), '12.345 of a und b');
    assert.equal(missing(what).message, 'Link not found', 'logs are in English');
    assert.equal(t(changeMessage(problem.text, (text) => `${text}!`)), 'Link nicht gefunden!');
    assert.equal(t('{not} a placeholder'), '{not} a placeholder');
  });
});
