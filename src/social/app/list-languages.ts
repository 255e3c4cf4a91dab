import { interfaceLanguages, nativeName } from '../../kernel/translation/languages.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

export interface Language {
  /** A number from 1, in the operator's order. */
  id: string;
  /** A tag such as `en` or `pt-BR`. */
  code: string;
  title: string;
  /** The name of the language in that language. */
  nativeTitle: string;
}

/**
 * Returns the languages of static pages in the operator's order, starting with the site language, followed by
 * the languages of the interface.
 */
export async function listLanguages(app: App): Promise<Language[]> {
  const { languages } = await getSiteSettings(app);
  return [...new Set([...languages, ...interfaceLanguages])].map((code, index) => ({
    id: String(index + 1),
    code,
    title: englishNames.of(code) ?? code,
    nativeTitle: nativeName(code),
  }));
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });
