import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { weekdays } from '../../web/components/charts/heat-map.ts';
import { t } from '../../web/translation/translate.ts';
import { dimensions, ofLinks, type RollUps } from '../clicks/roll-ups.ts';
import { hasFilters, utmFilters } from '../clicks/statistics/filters.ts';
import type { ClickFilters, ClickFilterName as ClickFilter } from '../clicks/statistics/filters.ts';
import { getRhythm, getStatistics } from '../clicks/statistics/statistics.ts';
import type { ClickStatistics, Rhythm } from '../clicks/statistics/statistics.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { type ClickReader, clickStore } from '../clicks/store/click-store.ts';
import { nameOfSubject } from './components/entries.ts';
import { dimensionNames } from './dimensions.ts';
import { findLinkSet } from './link-set.ts';
import type { ChosenRange } from './requests.ts';
import { nameSubjects } from './subject.ts';

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

const utm = (name: string) =>
  text(`Only clicks while the destination had this ${name}. Needs ClickHouse.`, 200);

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
  variant: text('Only clicks that were sent to this variant.'),
};
/** Filters by time, in the zone of the range, and by parameters of the destination. */
const ClickFilters = {
  hour: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 23, description: 'Only clicks in this hour of the day' }),
  ),
  weekday: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, description: 'Only clicks on this day of the week; 1 is Monday' }),
  ),
  utm_source: utm('utm_source'),
  utm_medium: utm('utm_medium'),
  utm_campaign: utm('utm_campaign'),
  utm_term: utm('utm_term'),
  utm_content: utm('utm_content'),
};
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

export const LinkFilterQuery = Type.Object({ ...ValueFilters, ...ClickFilters });
export const AccountFilterQuery = Type.Object({ ...ValueFilters, ...LinkFilters, ...ClickFilters });
export type FilterQuery = Static<typeof LinkFilterQuery> & Static<typeof AccountFilterQuery>;
export type FilterName = keyof FilterQuery;

/** What filters of single clicks are called there. */
const clickFilterOf: Partial<Record<FilterName, ClickFilter>> = {
  country: 'country', region: 'region', city: 'city', referrer: 'referrer', device: 'device', browser: 'browser',
  os: 'system', language: 'language', variant: 'variant', hour: 'hour', weekday: 'weekday', utm_source: 'utm_source',
  utm_medium: 'utm_medium', utm_campaign: 'utm_campaign', utm_term: 'utm_term', utm_content: 'utm_content',
}; // prettier-ignore
const names = [...Object.keys(clickFilterOf), ...Object.keys(LinkFilters)] as FilterName[];

/** Returns the query name of a dimension's filter, or undefined if it has none. */
export const filterNameOf = (dimension: string): FilterName | undefined =>
  names.find((name) => (clickFilterOf[name] ?? name) === dimension);

/** A filter with its display text. */
interface AppliedFilter {
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
  /** Whether there are too many links to add up their roll-ups, so that single clicks are counted. */
  hasManyLinks?: boolean;
}

/** Applies filters to the clicks of one link. Throws a `Problem` for a filter that the store does not have. */
export function filterLink(
  app: Pick<ClickReader, 'clickhouse'>,
  of: RollUps,
  query: FilterQuery,
): FilteredScope {
  const unavailable = utmFilters.find((name) => query[name] !== undefined);
  if (unavailable && !app.clickhouse)
    throw invalid(unavailable, msg('{name} needs a server with ClickHouse', { name: unavailable }));
  const pairs = names.flatMap((name) => {
    const filter = clickFilterOf[name];
    if (!filter || query[name] === undefined) return [];
    const value = String(query[name]);
    return [{ name, filter, value, stored: value === unknown ? '' : value }];
  });
  return {
    of,
    filters: Object.fromEntries(pairs.map(({ filter, stored }) => [filter, stored])),
    applied: pairs.map(({ name, filter, value, stored }) => ({
      name,
      value,
      words: wordsOf(filter, stored),
    })),
  };
}

function wordsOf(filter: ClickFilter, value: string): string {
  if (filter === 'hour') return t('Hour: {hour}', { hour: `${value.padStart(2, '0')}:00` });
  if (filter === 'weekday') return t('Day of the week: {day}', { day: weekdays()[Number(value) - 1] ?? '' });
  const dimension = dimensions.find((each) => each === filter);
  if (!dimension) return `${filter}: ${value || t('Unknown')}`;
  const { label, name } = dimensionNames()[dimension];
  return `${label}: ${name(value)}`;
}

/** Applies filters to all or some of an account's links. Throws a `Problem` that names an invalid filter. */
export async function filterAccount(
  app: ClickReader,
  accountId: string,
  of: RollUps,
  range: StatisticsRange,
  query: FilterQuery,
): Promise<FilteredScope> {
  const { link, tag, campaign, channel } = query;
  const narrowed = filterLink(app, of, query);
  if (link === undefined && tag === undefined && campaign === undefined && channel === undefined)
    return narrowed;
  const set = await findLinkSet(app, accountId, range, { link, tag, campaign, channel });
  const subjects = await nameSubjects(app, accountId, link === undefined ? [] : [String(link)]);
  const subject = subjects.get(String(link));
  if (link !== undefined && !subject) throw invalid('link', msg('link must be the ID of one of your links'));
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
    hasManyLinks: set.areMany,
  };
}

/** The selected range and filters of a statistics page, all of which are in its URL. */
export interface Selection {
  range: ChosenRange;
  applied: readonly AppliedFilter[];
}

type Name = FilterName | 'range' | 'timezone';
export type SelectionChange = Partial<Record<Name, string | undefined>>;

/** Returns the query string of a changed selection. Undefined removes a filter. */
export function queryOf({ range, applied }: Selection, change: SelectionChange = {}): string {
  const parameters = new URLSearchParams(range.query);
  for (const { name, value } of applied) parameters.set(name, value);
  if (change.range !== undefined) for (const name of ['from', 'to']) parameters.delete(name);
  for (const [name, value] of Object.entries(change))
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.toString();
}

/** Returns the selection as hidden form fields, except those that the form has itself. */
export const hiddenFieldsOf = (selection: Selection, asked: readonly string[]): [string, string][] =>
  [...new URLSearchParams(queryOf(selection))].filter(([name]) => !asked.includes(name));

/** Reads statistics from the roll-ups, or from single clicks if filters apply. */
export async function getFilteredStatistics(
  app: ClickReader,
  { of, filters, hasManyLinks }: Pick<FilteredScope, 'of' | 'filters' | 'hasManyLinks'>,
  range: StatisticsRange,
  compared?: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  const store = clickStore(app);
  if (hasFilters(filters) || (hasManyLinks && store.isWhole)) return store.getFiltered(of, range, filters);
  return {
    statistics: await getStatistics(app, of, range, compared),
    rhythm: await getRhythm(app, of, range),
  };
}
