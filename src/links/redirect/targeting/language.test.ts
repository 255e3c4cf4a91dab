import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguage, indexLanguages, parseLanguages } from './language.ts';

const rows: [targets: string, accepted: string, expected: string | undefined][] = [
  ['zh-CN zh-TW', 'zh-TW', 'zh-TW'],
  ['zh-CN zh-TW', 'zh-Hant-HK', 'zh-TW'],
  ['zh-CN zh-TW', 'zh-HK', 'zh-TW'],
  ['zh-CN zh-TW', 'zh-SG', 'zh-CN'],
  ['zh-CN zh-TW', 'zh', 'zh-CN'],
  ['zh-TW zh-CN', 'zh-Hans', 'zh-CN'],
  ['zh-CN zh-Hant', 'zh-TW', 'zh-Hant'],
  ['zh-TW zh-HK zh', 'zh-Hant-HK', 'zh-HK'],
  ['zh zh-TW', 'zh-HK', 'zh-TW'],
  ['zh zh-TW', 'zh-CN', 'zh'],
  ['zh-TW', 'zh-CN', undefined],
  ['zh-TW en', 'zh-CN,zh;q=0.9,en;q=0.8', 'en'],
  ['pt-PT', 'pt-BR', undefined],
  ['pt-PT pt-BR', 'pt-BR,pt;q=0.9', 'pt-BR'],
  ['pt-PT pt-BR', 'pt', 'pt-BR'],
  ['pt-PT pt', 'pt-BR', 'pt'],
  ['pt-PT pt', 'pt-PT', 'pt-PT'],
  ['en', 'en-GB,en;q=0.9', 'en'],
  ['en fr', 'fr;q=0.5,en;q=0.9', 'en'],
  ['en-GB', 'en-US', undefined],
  ['de fr-CA', 'fr-FR,de;q=0.1', 'de'],
  ['es-419', 'es-419', 'es-419'],
  ['sr-Latn', 'sr-RS', undefined],
  ['sr-Latn sr', 'sr-Latn-RS', 'sr-Latn'],
  ['he', 'iw', 'he'],
  ['iw', 'he-IL', 'iw'],
  ['no', 'nb-NO', 'no'],
  ['nb', 'no', 'nb'],
  ['ca-valencia', 'ca-ES-valencia,ca;q=0.5', undefined],
  ['ca', 'ca-ES-valencia', 'ca'],
  ['en', '*', undefined],
  ['en', 'en;q=0', undefined],
  ['en', 'en-', 'en'],
  ['fil', 'tl-PH', 'fil'],
];

for (const [targets, accepted, expected] of rows)
  test(`targets ${targets} give ${expected ?? 'none'} to ${accepted}`, () => {
    const index = indexLanguages(targets.split(' ').map((language) => ({ language, to: language })));
    assert.equal(findLanguage(index, parseLanguages(accepted)), expected);
  });
