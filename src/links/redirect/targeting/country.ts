import { iso31661 } from 'iso-3166';
import { Reader } from 'mmdb-lib';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { normalize } from '../../../kernel/text.ts';
import { currentLanguage, type InterfaceLanguage } from '../../../web/translation/languages.ts';
import type { Config } from '../../../platform/settings/config.ts';

/**
 * Returns the upper-case country code of an IP address, or '' if unknown. Never throws, even for invalid
 * addresses.
 */
export type CountryOf = (address: string) => string;

/** The two record layouts of free country databases. */
interface CountryRecord {
  country_code?: string;
  country?: { iso_code?: string };
}

const shipped = () =>
  createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );

/** Begins the last part of every MMDB file, at most 128 KiB before its end. */
const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/**
 * Opens the database, which is read into memory (about 8 MB) for the first address. Throws at startup if the file
 * is missing or not an MMDB file. A file that is removed or replaced afterwards remains in use.
 */
export function openCountries({ GEOIP_DB }: Pick<Config, 'GEOIP_DB'>): CountryOf {
  const file = GEOIP_DB || shipped();
  const opened = openDatabase(file);
  let reader: Reader<never> | undefined;
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
    if (isIP(plain) === 0) return '';
    reader ??= getReader(opened);
    const record = reader.get(plain) as CountryRecord | null;
    const code = record?.country_code ?? record?.country?.iso_code ?? '';
    return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
  };
}

function openDatabase(file: string): number {
  try {
    const opened = openSync(file, 'r');
    const { size } = fstatSync(opened);
    const end = Buffer.alloc(Math.min(size, 128 * 1024));
    readSync(opened, end, 0, end.length, size - end.length);
    if (!end.includes(marker)) throw new Error('The file does not end as an MMDB file does.');
    return opened;
  } catch (cause) {
    throw new Error(`GEOIP_DB=${file} cannot be read as an MMDB file.`, { cause });
  }
}

function getReader(opened: number): Reader<never> {
  const bytes = readFileSync(opened);
  closeSync(opened);
  return new Reader<never>(bytes);
}

/** Looks up one item. */
type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

/** Questions that are looked up together, and the position of each answer. */
interface Batch<Question, Answer> {
  questions: Question[];
  answers: Promise<Answer[]>;
  send: () => void;
}

const maxTogether = 500;
/** Turns of the event loop after a batch before the next one is sent. */
const turnsBetween = 4;

/**
 * Batches lookups: those of one turn of the event loop, and those that arrive while `lookupAll` is busy and a few
 * turns longer, because clients that have just received a response send their next request. The higher the
 * load, the fewer queries per lookup.
 */
export function batchLookups<Question, Answer>(
  lookupAll: (questions: Question[]) => Promise<Answer[]>,
): Ask<Question, Answer> {
  const waiting: Batch<Question, Answer>[] = [];
  let isBusy = false;

  const next = (): void => {
    if (isBusy) return;
    const batch = waiting.shift();
    if (!batch) return;
    isBusy = true;
    batch.send();
    const done = () => {
      isBusy = false;
      afterTurns(turnsBetween, next);
    };
    batch.answers.then(done, done);
  };

  const openBatch = (): Batch<Question, Answer> => {
    const questions: Question[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const batch = {
      questions,
      answers: promise.then(() => lookupAll(questions)),
      send: () => resolve(undefined),
    };
    if (waiting.push(batch) === 1) setImmediate(next);
    return batch;
  };

  return async (question) => {
    const last = waiting.at(-1);
    const { questions, answers } = last && last.questions.length < maxTogether ? last : openBatch();
    const index = questions.push(question) - 1;
    return (await answers)[index] as Answer;
  };
}

function afterTurns(turns: number, then: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, then) : then);
}

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
