// Updates the catalogs in locales/ from the sources. Usage: `npm run languages`, after adding or changing a
// text.
import { mkdirSync } from 'node:fs';
import { interfaceLanguages, sourceLanguage } from '../src/web/translation/languages.ts';
import { loadCatalogFile, writeCatalogFile } from './languages/catalog-file.ts';
import { collectMessages } from './languages/collect.ts';

const collected = [...collectMessages().values()].sort((one, other) =>
  one.message < other.message ? -1 : 1,
);
mkdirSync('locales', { recursive: true });
for (const language of interfaceLanguages) {
  if (language === sourceLanguage) continue;
  const catalog = loadCatalogFile(language);
  const missing = collected.filter(({ message }) => !catalog.translations.get(message)).length;
  writeCatalogFile(catalog, collected);
  console.log(`${catalog.path}: ${collected.length} messages, ${missing} not translated`);
}
