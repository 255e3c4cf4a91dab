import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Gettext from 'gettext-parser';
import { projectFolder } from '../project-folder.ts';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

/** Translations by their English text. */
type Catalog = ReadonlyMap<string, string>;

const catalogs = new Map<InterfaceLanguage, Catalog>();

/** The messages of a language, loaded from `locales/` on first use. */
export function catalogOf(language: InterfaceLanguage): Catalog {
  let catalog = catalogs.get(language);
  if (!catalog) catalogs.set(language, (catalog = getCatalog(language)));
  return catalog;
}

function getCatalog(language: InterfaceLanguage): Catalog {
  if (language === sourceLanguage) return new Map();
  const { po } = createRequire(import.meta.url)('gettext-parser') as typeof Gettext;
  const { translations } = po.parse(readFileSync(join(projectFolder, 'locales', `${language}.po`)));
  const messages = Object.values(translations).flatMap((context) => Object.values(context));
  return new Map(
    messages.flatMap(({ msgctxt, msgid, msgstr: [text = ''] }) =>
      msgid === '' || text === '' ? [] : [[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, text]],
    ),
  );
}
