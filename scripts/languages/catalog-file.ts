import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { po, type GetTextTranslation, type GetTextTranslations } from 'gettext-parser';
import { contextEnd } from '../../src/web/translation/translate.ts';
import type { Collected } from './collect.ts';

/** A catalog in gettext PO format: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html */
interface CatalogFile {
  language: string;
  path: string;
  /** Translations by message. Empty if missing. */
  translations: Map<string, string>;
}

const keyOf = (msgid: string, msgctxt: string | undefined) =>
  msgctxt ? `${msgctxt}${contextEnd}${msgid}` : msgid;

const pathOf = (language: string) => `locales/${language}.po`;

export function loadCatalogFile(language: string): CatalogFile {
  const path = pathOf(language);
  const parsed = existsSync(path) ? Object.values(po.parse(readFileSync(path)).translations) : [];
  const translations = new Map(
    parsed
      .flatMap((entries) => Object.values(entries))
      .filter(({ msgid }) => msgid !== '')
      .map(({ msgctxt, msgid, msgstr: [text = ''] }) => [keyOf(msgid, msgctxt), text]),
  );
  return { language, path, translations };
}

/**
 * Writes the collected messages with their existing translations. Messages that are no longer in the sources
 * are removed.
 */
export function writeCatalogFile(
  { language, path, translations }: CatalogFile,
  collected: readonly Collected[],
): void {
  const entries: GetTextTranslations['translations'] = { '': {} };
  for (const { message, kind, files, values } of collected) {
    const [msgid = '', msgctxt] = message.split(contextEnd).toReversed();
    const entry: GetTextTranslation = {
      ...(msgctxt !== undefined && { msgctxt }),
      msgid,
      msgstr: [translations.get(message) ?? ''],
      comments: {
        reference: [...files].sort().join('\n'),
        extracted: [...values].map(([name, value]) => `${name}: ${value}`).join('\n'),
        flag: kind === 'icu' && message.includes('{') ? 'icu-message-format' : '',
        translator: '',
        previous: '',
      },
    };
    (entries[msgctxt ?? ''] ??= {})[msgid] = entry;
  }
  const data: GetTextTranslations = {
    charset: 'utf-8',
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
      Language: language,
      'MIME-Version': '1.0',
    },
    translations: entries,
  };
  writeFileSync(path, `${po.compile(data, { foldLength: 0 }).toString('utf8').trimEnd()}\n`);
}
