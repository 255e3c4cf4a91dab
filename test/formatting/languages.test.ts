// Compares the translation catalogs with the sources. `npm run languages` updates them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { interfaceLanguages, sourceLanguage } from '../../src/web/translation/languages.ts';
import { placeholdersOf } from '../../src/web/template-messages.ts';
import { loadCatalogFile } from '../../scripts/languages/catalog-file.ts';
import { collectMessages } from '../../scripts/languages/collect.ts';

const collected = collectMessages();
const translations = interfaceLanguages
  .filter((language) => language !== sourceLanguage)
  .map((language) => loadCatalogFile(language));

/** Returns the arguments of an ICU message, regardless of order and plural forms. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))];
    return [element.value];
  });
  return [...new Set(found)].sort();
}

const icuArguments = (message: string) => argumentsOf(parse(message, { ignoreTag: true }));

describe('catalogs', () => {
  for (const { language, path, translations: texts } of translations) {
    it(`of ${language} translate every message of the sources and contain no others`, () => {
      const missing = [...collected.keys()].filter((message) => !texts.get(message));
      const unused = [...texts.keys()].filter((message) => !collected.has(message));
      assert.deepEqual({ missing, unused }, { missing: [], unused: [] }, `${path}: npm run languages`);
    });

    it(`of ${language} have the same placeholders as the sources`, () => {
      const wrong = [...texts].filter(([message, text]) => {
        if (text === '') return false;
        const kind = collected.get(message)?.kind;
        return kind === 'template'
          ? placeholdersOf(message).join() !== placeholdersOf(text).join()
          : icuArguments(message).join() !== icuArguments(text).join();
      });
      assert.deepEqual(wrong, [], path);
    });
  }
});
