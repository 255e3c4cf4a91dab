import { t } from '../../kernel/translation/translate.ts';
import type { ClickStatistics, Tally } from '../clicks/statistics/get-statistics.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import {
  browserName,
  countryName,
  deviceName,
  languageName,
  referrerName,
  systemName,
} from '../clicks/statistics/value-names.ts';
import { otherValues } from '../clicks/retention/fold-rare-values.ts';
import { networkName } from '../clicks/statistics/networks.ts';
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

/** Dimensions of a link. An account has all of them except variants, and two of its own. */
export const linkDimensions = [
  'country', 'region', 'city', 'referrer', 'device', 'browser', 'system', 'language', 'variant',
] as const satisfies readonly Dimension[]; // prettier-ignore
export const accountDimensions = [
  'link', 'purpose', 'country', 'region', 'city', 'referrer', 'device', 'browser', 'system', 'language',
] as const satisfies readonly Dimension[]; // prettier-ignore

/** Returns the tallies of a dimension. */
export const talliesOf = (statistics: ClickStatistics, dimension: Dimension): readonly Tally[] =>
  statistics[keys[dimension]];

const keys = {
  country: 'countries', region: 'regions', city: 'cities', referrer: 'referrers', browser: 'browsers',
  system: 'systems', device: 'devices', language: 'languages', variant: 'variants', link: 'links',
  purpose: 'purposes',
} as const satisfies Record<Dimension, keyof ClickStatistics>; // prettier-ignore
