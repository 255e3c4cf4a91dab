import { catalogOf } from '../../../kernel/translation/translate.ts';
import { sourceLanguage, type InterfaceLanguage } from '../../../kernel/translation/languages.ts';

const marked = /\bt`([^`\\]*)`/g;
const value = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const importOfT = /^import \{ t \} from '[./]*\/translate\.ts';\n/m;

/** Returns a browser module with its marked texts translated, as plain template literals. */
export function localizeModule(source: string, language: InterfaceLanguage): string {
  const catalog = language === sourceLanguage ? undefined : catalogOf(language);
  return source.replace(importOfT, '').replaceAll(marked, (_all, text: string) => {
    const values: string[] = [];
    const message = text.replaceAll(value, (found) => `{${values.push(found) - 1}}`);
    const translation = catalog?.get(message);
    if (translation === undefined) return `\`${text}\``;
    const literal = translation.replaceAll(/[`\\]|\$\{/g, (special) => `\\${special}`);
    return `\`${literal.replaceAll(/\{(\d+)\}/g, (_found, index: string) => values[Number(index)] ?? '')}\``;
  });
}
