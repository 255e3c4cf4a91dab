import { iso31661 } from 'iso-3166';
import { currentLanguage, type InterfaceLanguage } from '../../../kernel/translation/languages.ts';
import { normalize } from '../../../kernel/text.ts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Alternative names of countries. */
const otherNames: Readonly<Record<string, string>> = {
  'bolivia': 'BO', 'bosnia': 'BA', 'britain': 'GB', 'brunei darussalam': 'BN', 'burma': 'MM', 'cape verde': 'CV',
  'cabo verde': 'CV', 'congo': 'CG', 'cote divoire': 'CI', 'czech republic': 'CZ', 'dr congo': 'CD', 'east timor': 'TL',
  'democratic republic of the congo': 'CD', 'republic of the congo': 'CG', 'england': 'GB', 'great britain': 'GB',
  'holland': 'NL', 'hong kong': 'HK', 'iran': 'IR', 'ivory coast': 'CI', 'korea': 'KR', 'republic of korea': 'KR',
  'kosovo': 'XK', 'laos': 'LA', 'libyan arab jamahiriya': 'LY', 'macao': 'MO', 'macau': 'MO', 'macedonia': 'MK',
  'micronesia': 'FM', 'moldova': 'MD', 'myanmar': 'MM', 'palestine': 'PS', 'reunion': 'RE', 'russia': 'RU',
  'russian federation': 'RU', 'scotland': 'GB', 'swaziland': 'SZ', 'syria': 'SY', 'taiwan': 'TW', 'tanzania': 'TZ',
  'the netherlands': 'NL', 'turkey': 'TR', 'uae': 'AE', 'uk': 'GB', 'united states of america': 'US', 'usa': 'US',
  'vatican': 'VA', 'venezuela': 'VE', 'viet nam': 'VN', 'wales': 'GB', 'northern ireland': 'GB',
}; // prettier-ignore

/** Only letters are compared: `Côte d’Ivoire`, `cote d'ivoire`. `&` is `and`. */
const keyOf = (text: string): string =>
  normalize(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replace(/\bst\b\.?/gi, 'saint')
    .replace(/[^\p{L}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const codes = new Map<string, string>();
for (const { alpha2, alpha3, name } of iso31661)
  for (const each of [alpha2, alpha3, name, names.of(alpha2) ?? '']) codes.set(keyOf(each), alpha2);
for (const [name, code] of Object.entries(otherNames)) codes.set(keyOf(name), code);
codes.set('xk', 'XK');

/** Names in languages other than English, loaded on first use. */
const codesIn = new Map<InterfaceLanguage, ReadonlyMap<string, string>>();

function codesInTheirLanguage(): ReadonlyMap<string, string> {
  const language = currentLanguage();
  let known = codesIn.get(language);
  if (!known) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    known = new Map(iso31661.map(({ alpha2 }) => [keyOf(names.of(alpha2) ?? alpha2), alpha2]));
    codesIn.set(language, known);
  }
  return known;
}

/**
 * Returns the upper-case ISO 3166-1 code for a country's code or name, in English or the reader's language,
 * ignoring case. Returns undefined for other text.
 */
export const parseCountry = (text: string): string | undefined =>
  codes.get(keyOf(text)) ??
  (currentLanguage() === 'en' ? undefined : codesInTheirLanguage().get(keyOf(text)));

/** Shorter names than the standard list has. */
const shortNames: Readonly<Record<string, string>> = {
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};
/** English name, as used in the API. */
export const countryTitle = (code: string): string => shortNames[code] ?? names.of(code) ?? code;

/** Name in the reader's language. */
export const countryLabel = (code: string): string =>
  currentLanguage() === 'en'
    ? countryTitle(code)
    : (new Intl.DisplayNames(currentLanguage(), { type: 'region', fallback: 'code' }).of(code) ?? code);
