import { inLanguage, sourceLanguage } from '../../kernel/translation/languages.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate, toLocal } from '../../kernel/time.ts';
import type { ClickStatistics } from '../clicks/statistics/get-statistics.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { StatisticsRange } from '../clicks/statistics/statistics-range.ts';
import { dimensionNames, talliesOf } from './dimensions.ts';
import { AccountFilterQuery, LinkFilterQuery, type FilteredScope } from './filters/filters.ts';

const moment = (what: string) =>
  Type.Optional(Type.String({ maxLength: 30, description: `${what}: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS` }));

const TimeQuery = {
  from: moment('Start of the range, seven days before `to` by default'),
  to: moment('End of the range, exclusive, now by default'),
  step: Type.Optional(
    Type.Enum(['hour', 'day', 'month'], {
      description: 'Length of each point in the series. Defaults to a day',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'Time zone in which hours, days and months begin and times are returned, such as Europe/Berlin. Defaults to UTC',
    }),
  ),
};
// Rejects unknown parameters, because a misspelled filter would otherwise be ignored.
const exactly = { additionalProperties: false } as const;
export const LinkStatisticsQuery = Type.Object({ ...TimeQuery, ...LinkFilterQuery.properties }, exactly);
export const AccountStatisticsQuery = Type.Object(
  { ...TimeQuery, ...AccountFilterQuery.properties },
  exactly,
);

const Limited = Type.Union(
  [
    Type.Object({
      clicks: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Number of newest clicks in the range that were scanned',
      }),
      since: Type.Union([Type.String(), Type.Null()], {
        description: 'Time of the oldest scanned click, or the oldest available time',
      }),
      links: Type.Union([Type.Integer(), Type.Null()], {
        description:
          'Number of links that were included, most clicked first, of those that match the filters',
      }),
    }),
    Type.Null(),
  ],
  { description: 'What the numbers are based on if not everything in the range was counted, otherwise null' },
);

const Value = Type.Object({
  value: Type.String({ description: 'The stored value: a code, a host or an id. Blank if unknown' }),
  name: Type.String({ description: 'Display name' }),
  clicks: Type.Integer(),
  uniqueClicks: Type.Integer(),
});
const Values = Type.Array(Value, { description: 'The ten most frequent values' });

/** Response fields of statistics. */
export const statisticsFields = {
  from: Type.String(),
  to: Type.String(),
  step: Type.Enum(['hour', 'day', 'month']),
  data: Type.Object({
    clicks: Type.Integer(),
    uniqueClicks: Type.Integer(),
    bots: Type.Integer({ description: 'Visits by bots, which are not included in any other number' }),
    limited: Limited,
    series: Type.Array(
      Type.Object({ date: Type.String(), clicks: Type.Integer(), uniqueClicks: Type.Integer() }),
    ),
    countries: Values,
    regions: Values,
    cities: Values,
    referrers: Values,
    devices: Values,
    browsers: Values,
    os: Values,
    languages: Values,
    variants: Type.Optional(Values),
    links: Type.Optional(Values),
    purposes: Type.Optional(Values),
  }),
};

/** Names are in English for every interface language, because clients compare them. */
const nameOf = (dimension: Dimension, value: string): string =>
  inLanguage(sourceLanguage, () => dimensionNames()[dimension].name(value));

export function toStatistics(
  range: StatisticsRange & { zone: string },
  { linksCounted }: FilteredScope,
  statistics: ClickStatistics,
  names: ReadonlyMap<string, string>,
  further: readonly ('variant' | 'link' | 'purpose')[],
) {
  const values = (dimension: Dimension): Static<typeof Value>[] =>
    talliesOf(statistics, dimension).map(({ value, clicks, uniques }) => ({
      value,
      name: (dimension === 'link' ? names.get(value) : undefined) ?? nameOf(dimension, value),
      clicks,
      uniqueClicks: uniques,
    }));
  const { limited } = statistics;
  const date = (at: Date) => sqlDate(toLocal(at, range.zone));
  return {
    from: date(range.from),
    to: date(range.to),
    step: range.step,
    data: {
      clicks: statistics.clicks,
      uniqueClicks: statistics.uniques,
      bots: statistics.bots,
      limited:
        limited || linksCounted !== undefined
          ? {
              clicks: limited?.clicks ?? null,
              since: limited ? date(limited.since) : null,
              links: linksCounted ?? null,
            }
          : null,
      series: statistics.series.map(({ at, clicks, uniques }) => ({
        date: date(at),
        clicks,
        uniqueClicks: uniques,
      })),
      countries: values('country'),
      regions: values('region'),
      cities: values('city'),
      referrers: values('referrer'),
      devices: values('device'),
      browsers: values('browser'),
      os: values('system'),
      languages: values('language'),
      ...(further.includes('variant') && { variants: values('variant') }),
      ...(further.includes('link') && { links: values('link') }),
      ...(further.includes('purpose') && { purposes: values('purpose') }),
    },
  };
}
