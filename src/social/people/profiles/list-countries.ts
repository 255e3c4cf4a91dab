import { currentLanguage, type InterfaceLanguage } from '../../../kernel/translation/languages.ts';
import { iso31661 } from 'iso-3166';

export interface Country {
  /** ISO 3166-1 numeric code without leading zeros, which is more stable than names and letter codes. */
  id: string;
  /** Two capital letters. */
  code: string;
  name: string;
}

/** Returns all countries, sorted by their names in the reader's language. */
export function listCountries(): readonly Country[] {
  const language = currentLanguage();
  let countries = byLanguage.get(language);
  if (!countries) byLanguage.set(language, (countries = countriesIn(language)));
  return countries;
}

const byLanguage = new Map<InterfaceLanguage, readonly Country[]>();

function countriesIn(language: InterfaceLanguage): readonly Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return iso31661
    .map(({ numeric, alpha2 }) => ({
      id: String(Number(numeric)),
      code: alpha2,
      name: names.of(alpha2) ?? alpha2,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}
