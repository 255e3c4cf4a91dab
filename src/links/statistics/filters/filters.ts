import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { ClickFilters, FilterDimension } from '../../clicks/statistics/click-filters.ts';
import { ofLinks, type RollUps } from '../../clicks/roll-ups.ts';
import type { StatisticsRange } from '../../clicks/statistics/statistics-range.ts';
import { dimensionNames } from '../dimensions.ts';
import { findLinkSet } from './find-link-set.ts';
import { nameSubjects } from '../subject.ts';
import { nameOfSubject } from '../views/subject-entry.ts';

/** Represents '' in URLs: the value is unknown. */
export const unknown = 'unknown';
const orUnknown = ` \`${unknown}\` selects clicks for which it is unknown`;

const text = (description: string, maxLength = 100) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: String.raw`^[^\x00-\x1f\x7f]+$`,
      description: description + orUnknown,
    }),
  );
const code = (pattern: string, description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${pattern}|${unknown})$`,
      maxLength: 10,
      description: description + orUnknown,
    }),
  );
const id = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));

/** Filters by visitor dimensions, with their query names. */
const ValueFilters = {
  country: code('[A-Z]{2}', 'Only clicks from this country, such as DE.'),
  region: text('Only clicks from this region, as named in the response: `US/California`.', 200),
  city: text('Only clicks from this city, as named in the response: `US/California/Los Angeles`.', 200),
  referrer: text('Only clicks that came from this host, such as news.example.', 253),
  device: Type.Optional(
    Type.Enum(['desktop', 'mobile', 'tablet', 'tv', unknown], {
      description: `Only clicks on this kind of device.${orUnknown}`,
    }),
  ),
  browser: text('Only clicks with this browser, as named in the response.'),
  os: text('Only clicks on this operating system, as named in the response.'),
  language: code('[a-z]{2,3}', 'Only clicks of people who prefer this language, such as de.'),
};
const VariantFilter = { variant: text('Only clicks that were sent to this variant.') };
/** Filters for an account's links. */
const LinkFilters = {
  link: id('Only clicks on this link, bio page or QR code, by ID'),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only clicks on links with this tag, by its name',
    }),
  ),
  campaign: id('Only clicks on links of this campaign, by ID'),
  channel: id('Only clicks on links of this channel, by ID'),
};

export const LinkFilterQuery = Type.Object({ ...ValueFilters, ...VariantFilter });
export const AccountFilterQuery = Type.Object({ ...ValueFilters, ...LinkFilters });
export type FilterQuery = Static<typeof LinkFilterQuery> & Static<typeof AccountFilterQuery>;
export type FilterName = keyof FilterQuery;

const dimensionOf: Partial<Record<FilterName, FilterDimension>> = {
  country: 'country', region: 'region', city: 'city', referrer: 'referrer', device: 'device', browser: 'browser',
  os: 'system', language: 'language', variant: 'variant',
}; // prettier-ignore
const names = [...Object.keys(dimensionOf), ...Object.keys(LinkFilters)] as FilterName[];

/** Returns the query name of a dimension's filter, or undefined if it has none. */
export const filterNameOf = (dimension: string): FilterName | undefined =>
  names.find((name) => (dimensionOf[name] ?? name) === dimension);

/** A filter with its display text. */
export interface AppliedFilter {
  name: FilterName;
  /** As in the query string. */
  value: string;
  words: string;
}

/** The filtered scope of statistics. */
export interface FilteredScope {
  of: RollUps;
  filters: ClickFilters;
  applied: readonly AppliedFilter[];
  /** Set if there are too many links to add up: the number included. */
  linksCounted?: number;
}

/** Applies filters to the clicks of one link. */
export function filterLink(of: RollUps, query: FilterQuery): FilteredScope {
  const given = names.filter((name) => dimensionOf[name] && query[name] !== undefined);
  const pairs = given.map((name) => {
    const value = String(query[name]);
    return { name, dimension: dimensionOf[name] ?? 'country', value, stored: value === unknown ? '' : value };
  });
  return {
    of,
    filters: Object.fromEntries(pairs.map(({ dimension, stored }) => [dimension, stored])),
    applied: pairs.map(({ name, dimension, value, stored }) => {
      const { label, name: nameOf } = dimensionNames()[dimension];
      return { name, value, words: `${label}: ${nameOf(stored)}` };
    }),
  };
}

/** Applies filters to all or some of an account's links. Throws a `Problem` that names an invalid filter. */
export async function filterAccount(
  app: Pick<App, 'db' | 'config'>,
  accountId: string,
  of: RollUps,
  range: StatisticsRange,
  query: FilterQuery,
): Promise<FilteredScope> {
  const { link, tag, campaign, channel } = query;
  const narrowed = filterLink(of, query);
  if (link === undefined && tag === undefined && campaign === undefined && channel === undefined)
    return narrowed;
  const set = await findLinkSet(app, accountId, range, { link, tag, campaign, channel });
  const subjects = await nameSubjects(app, accountId, link === undefined ? [] : [String(link)]);
  const subject = subjects.get(String(link));
  if (link !== undefined && !subject) throw invalid('link', t('link must be the ID of one of your links'));
  const words: Partial<Record<FilterName, string>> = {
    ...set.words,
    ...(subject && { link: `Link: ${nameOfSubject(app.config.hopUrl, subject)}` }),
  };
  const applied = (['link', 'tag', 'campaign', 'channel'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [{ name, value: String(query[name]), words: words[name] ?? name }],
  );
  return {
    ...narrowed,
    of: ofLinks(accountId, set.ids),
    applied: [...applied, ...narrowed.applied],
    ...(!set.isWhole && { linksCounted: set.ids.length }),
  };
}
