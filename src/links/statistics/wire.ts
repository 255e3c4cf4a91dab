import { inLanguage } from '../../kernel/translation/current-language.ts';
import { sourceLanguage } from '../../kernel/translation/languages.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { toLocal } from '../../kernel/time-zone.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { ClickStatistics } from '../clicks/statistics/read-statistics.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { StatisticsRange } from '../clicks/statistics/statistics-range.ts';
import { dimensionNames, talliesOf } from './dimensions.ts';
import { AccountFilterQuery, LinkFilterQuery, type Narrowed } from './filters/filters.ts';

const moment = (what: string) =>
  Type.Optional(Type.String({ maxLength: 30, description: `${what}: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS` }));

const TimeQuery = {
  from: moment('From when on. Omitted: seven days before `to`'),
  to: moment('Until when, not included. Omitted: now'),
  step: Type.Optional(
    Type.Enum(['hour', 'day', 'month'], { description: 'Length of a point: a day unless said' }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'By whose clock hours, days and months begin, and times are told, such as Europe/Berlin: UTC unless said',
    }),
  ),
};
// A filter that is misspelled would be one that changes nothing.
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
        description: 'Number of newest clicks in the range that were read',
      }),
      since: Type.Union([Type.String(), Type.Null()], {
        description: 'The oldest of them, or the oldest there is',
      }),
      links: Type.Union([Type.Integer(), Type.Null()], {
        description: 'So many of the links that the filters name were counted, the most clicked first',
      }),
    }),
    Type.Null(),
  ],
  { description: 'Null: everything in the range was counted. Otherwise what the numbers are based on' },
);

const Value = Type.Object({
  value: Type.String({ description: 'As it is kept: a code, a host, an id; blank when it was not known' }),
  name: Type.String({ description: 'In words' }),
  clicks: Type.Integer(),
  uniqueClicks: Type.Integer(),
});
const Values = Type.Array(Value, { description: 'The ten most frequent' });

/** Fields of the answers, for `Answer`. */
export const statisticsFields = {
  from: Type.String(),
  to: Type.String(),
  step: Type.Enum(['hour', 'day', 'month']),
  data: Type.Object({
    clicks: Type.Integer(),
    uniqueClicks: Type.Integer(),
    bots: Type.Integer({ description: 'Visits of programs, which are in no other number' }),
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

/** English in every language of the interface: clients compare names. */
const nameOf = (dimension: Dimension, value: string): string =>
  inLanguage(sourceLanguage, () => dimensionNames()[dimension].name(value));

export function toStatistics(
  range: StatisticsRange & { zone: string },
  { linksCounted }: Narrowed,
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
