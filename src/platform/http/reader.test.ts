import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { negotiateLanguage } from '../../web/translation/languages.ts';
import { languageFor } from './reader.ts';

describe('reader language', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, fr;q=0.5, es;q=0.7', 'es'],
    ['pt-BR', 'en'],
    ['*', 'en'],
    ['de;q=0, ar', 'ar'],
    ['en;q=0.1, ar-EG;q=0.2', 'ar'],
    ['dev', 'en'],
    [`${'x'.repeat(10_000)},de`, 'en'],
  ] as const)
    it(`is ${language} for the header ${String(header).slice(0, 40)}`, () => {
      assert.equal(negotiateLanguage(header), language);
    });

  it('prefers the cookie over the browser', () => {
    assert.equal(languageFor('fr', { 'accept-language': 'de' }), 'fr');
    assert.equal(languageFor('xx', { 'accept-language': 'de' }), 'de');
  });
});
