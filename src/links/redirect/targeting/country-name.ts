import { iso31661 } from 'iso-3166';
import { normalize } from '../../../kernel/text.ts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** What people and other services call countries whose usual English name is another. */
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

/** Letters alone decide: `Côte d’Ivoire`, `cote d'ivoire`. `&` is `and`. */
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

/** Two capital letters of a country's English name or its code, in any letter case; undefined for what is none. */
export const readCountry = (text: string): string | undefined => codes.get(keyOf(text));

/** For people; where the usual list of names is longer than they are, shorter. */
const shortNames: Readonly<Record<string, string>> = {
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};
export const countryTitle = (code: string): string => shortNames[code] ?? names.of(code) ?? code;
