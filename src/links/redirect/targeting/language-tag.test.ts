import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLanguageTag } from './language.ts';

const rows: [text: string, expected: string | undefined][] = [
  ['en', 'en'], ['EN', 'en'], [' fr ', 'fr'], ['zh-TW', 'zh-TW'], ['zh_tw', 'zh-TW'], ['zh-hant', 'zh-Hant'],
  ['ZH-HANT-hk', 'zh-Hant-HK'], ['pt-br', 'pt-BR'], ['es-419', 'es-419'], ['en-UK', 'en-GB'], ['iw', 'he'], ['fil', 'fil'],
  ['yue-HK', 'yue-HK'], ['sr-Latn', 'sr-Latn'], ['ca-valencia', 'ca-valencia'], ['de-CH-1996', 'de-CH-1996'],
  ['sq-XK', 'sq-XK'],
  ['deu', undefined], ['eng', undefined], ['fra-FR', undefined], ['xx', undefined], ['xx-DE', undefined], ['qqq', undefined],
  ['en-ZZ', undefined], ['en-XA', undefined], ['en-999', undefined], ['zh-Zzzz', undefined], ['zh-Abcd', undefined],
  ['und', undefined], ['mul', undefined], ['zxx', undefined], ['', undefined], ['e', undefined], ['english', undefined],
  ['en-', undefined], ['en--US', undefined], ['en-US-x-private', undefined], ['en-u-ca-buddhist', undefined],
  ['x-klingon', undefined], ['*', undefined], ['en, fr', undefined], ['de-AT;q=0.5', undefined], ['\u0435n', undefined],
]; // prettier-ignore

for (const [text, expected] of rows)
  test(`${expected === undefined ? 'rejects' : 'parses'} the language tag ${JSON.stringify(text)}`, () =>
    assert.equal(parseLanguageTag(text), expected));
