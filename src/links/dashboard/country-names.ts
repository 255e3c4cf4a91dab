import { iso31661 } from 'iso-3166';
import { currentLanguage } from '../../kernel/translation/languages.ts';
import { countryTitle } from '../redirect/targeting/country-name.ts';

const byLanguage = new Map<string, readonly string[]>();

/** Returns all country names in the reader's language. */
export function countryNames(): readonly string[] {
  const language = currentLanguage();
  let names = byLanguage.get(language);
  if (!names) {
    const inTheirs = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    names = iso31661
      .map(({ alpha2 }) => (language === 'en' ? countryTitle(alpha2) : (inTheirs.of(alpha2) ?? alpha2)))
      .sort((one, other) => one.localeCompare(other, language));
    byLanguage.set(language, names);
  }
  return names;
}
