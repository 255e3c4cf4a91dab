import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage, type InterfaceLanguage } from './translation/languages.ts';
import { html, shortNumber } from './html.ts';

const rows: [InterfaceLanguage, number, string, string?][] = [
  ['en', 0, '0'],
  ['en', 9999, '9,999'],
  ['en', 7_407_404, '7.4M', '7,407,404'],
  ['en', 12_345, '12.3K', '12,345'],
  ['en', -12_345, '-12.3K', '-12,345'],
  ['de', 7_407_404, '7,4 Mio.', '7.407.404'],
  ['fr', 7_407_404, '7,4 M', '7 407 404'],
  ['es', 7_407_404, '7,4 M', '7.407.404'],
];
for (const [language, value, short, exact] of rows)
  test(`shows ${value} as ${short} in ${language}, with the exact number on hover`, () => {
    const { text } = inLanguage(language, () => html`${shortNumber(value)}`);
    const expected = exact === undefined ? short : `<abbr class="number" title="${exact}">${short}</abbr>`;
    assert.equal(text.replaceAll(/[\u00a0\u202f]/g, ' '), expected);
  });
