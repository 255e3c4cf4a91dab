import { invalid, msg } from '../../kernel/problem.ts';
import { parseTimeZone } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { otherValues } from '../clicks/retention.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { ClickStatistics, Tally } from '../clicks/statistics/statistics.ts';
import {
  browserName,
  countryName,
  deviceName,
  languageName,
  networkName,
  referrerName,
  systemName,
} from '../clicks/statistics/names.ts';
import type { Purpose } from './subject.ts';

/** Display names of a dimension. */
interface DimensionNames {
  /** Plural, as a heading. */
  title: string;
  /** Singular, as a column heading. */
  label: string;
  /** Returns the display name of a value. */
  name: (value: string) => string;
}

const withOthers =
  (name: (value: string) => string) =>
  (value: string): string =>
    value === otherValues ? t('Others') : name(value);

/** Formats `US/California/Los Angeles`, most specific part first. */
const placeName = withOthers((value) => {
  const [country = '', ...inner] = value.split('/');
  const named = inner.filter(Boolean).reverse();
  return [...named, countryName(country)].join(', ');
});

/** The host, with the common name of the site if it is more informative. */
const sourceName = withOthers((host) => {
  const network = networkName(host);
  return network ? `${network} (${host})` : referrerName(host);
});

export const purposeNames = (): Readonly<Record<Purpose, string>> => ({
  link: t('Links'),
  bio: t('Bio pages'),
  qr: t('QR codes'),
});

export const dimensionNames = (): Readonly<Record<Dimension, DimensionNames>> => ({
  country: { title: t('Countries'), label: t('Country'), name: countryName },
  region: { title: t('Regions'), label: t('Region'), name: placeName },
  city: { title: t('Cities'), label: t('City'), name: placeName },
  referrer: { title: t('Referrers'), label: t('Site'), name: sourceName },
  browser: { title: t('Browsers'), label: t('Browser'), name: browserName },
  system: { title: t('Operating systems'), label: t('System'), name: systemName },
  device: { title: t('Devices'), label: t('Device'), name: deviceName },
  language: { title: t('Languages'), label: t('Language'), name: languageName },
  variant: { title: t('Variants'), label: t('Variant'), name: withOthers((value) => value) },
  link: { title: t('Top links'), label: t('Link'), name: withOthers((id) => t('Link {id}', { id })) },
  purpose: { title: t('Types'), label: t('Type'), name: (value) => purposeNames()[value as Purpose] },
});

/** Dimensions of a link. An account has all of them except variants, which it can be filtered by, and two of its own. */
export const linkDimensions = [
  'country', 'region', 'city', 'referrer', 'device', 'browser', 'system', 'language', 'variant',
] as const satisfies readonly Dimension[]; // prettier-ignore
export const accountDimensions = [
  'link', 'purpose', 'country', 'region', 'city', 'referrer', 'device', 'browser', 'system', 'language',
] as const satisfies readonly Dimension[]; // prettier-ignore

/** Returns the tallies of a dimension. */
export const rowsOfDimension = (statistics: ClickStatistics, dimension: Dimension): readonly Tally[] =>
  statistics[keys[dimension]];

const keys = {
  country: 'countries', region: 'regions', city: 'cities', referrer: 'referrers', browser: 'browsers',
  system: 'systems', device: 'devices', language: 'languages', variant: 'variants', link: 'links',
  purpose: 'purposes',
} as const satisfies Record<Dimension, keyof ClickStatistics>; // prettier-ignore

/** Texts for what is counted, such as clicks or scans. */
export interface CountWords {
  counted: (n: number) => string;
  /** Label for the time of the last one. */
  last: string;
  many: string;
  /** Capitalized, for the start of a label. */
  Many: string;
}

export const countWords = (): Readonly<Record<Purpose, CountWords>> => ({
  link: {
    counted: (n) => t('{n, plural, one {# click} other {# clicks}}', { n }),
    last: t('Last click'),
    many: t('clicks'),
    Many: t('Clicks'),
  },
  bio: {
    counted: (n) => t('{n, plural, one {# visit} other {# visits}}', { n }),
    last: t('Last visit'),
    many: t('visits'),
    Many: t('Visits'),
  },
  qr: {
    counted: (n) => t('{n, plural, one {# scan} other {# scans}}', { n }),
    last: t('Last scan'),
    many: t('scans'),
    Many: t('Scans'),
  },
});

/**
 * Parses a day as `YYYY-MM-DD` and returns its start in UTC. Use `fromLocal` to convert it to another zone.
 */
export function parseRangeDay(field: string, text: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parsed(text, 'T00:00:00Z') : undefined;
  if (!at) throw invalid(field, msg('“{field}” must be a day as YYYY-MM-DD', { field }));
  return at;
}

/** Parses a day like `parseRangeDay`, or a time as `YYYY-MM-DD HH:MM:SS`. */
export function parseRangeMoment(field: string, text: string): Date {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})Z?)?$/.exec(text) ?? [];
  const at = day === undefined ? undefined : parsed(day, `T${time}Z`);
  if (!at) throw invalid(field, msg('“{field}” must be YYYY-MM-DD or YYYY-MM-DD HH:MM:SS', { field }));
  return at;
}

/** Returns undefined for invalid dates: JavaScript parses February 30 as March 2. */
function parsed(day: string, time: string): Date | undefined {
  const at = new Date(day + time);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return undefined;
  // The time zone conversion supports only four-digit years, and no data is that old.
  return at.getUTCFullYear() < 1900 ? undefined : at;
}

/** Returns the name of a time zone that is used today. Defaults to UTC. */
export function parseZone(name: string | undefined): string {
  const zone = parseTimeZone(name ?? 'UTC');
  if (zone === undefined)
    throw invalid('timezone', msg('timezone must be the name of a time zone, such as Europe/Berlin'));
  return zone;
}
