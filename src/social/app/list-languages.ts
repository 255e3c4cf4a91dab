import type { App } from '../../platform/app.ts';
import { readSiteSettings } from '../../platform/settings/site-settings.ts';

export interface Language {
  /** Counts from 1, in the operator's order. */
  id: string;
  /** A tag such as `en` or `pt-BR`. */
  code: string;
  title: string;
  /** What its speakers call it. */
  nativeTitle: string;
}

/** The languages in which the operator writes pages; the first one is that of the place. */
export async function listLanguages(app: App): Promise<Language[]> {
  const { languages } = await readSiteSettings(app);
  return languages.map((code, index) => ({
    id: String(index + 1),
    code,
    title: nameIn('en', code),
    nativeTitle: nameIn(code, code),
  }));
}

function nameIn(language: string, code: string): string {
  const name = new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
