import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { ClickStatistics } from '../clicks/read-statistics.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { StatisticsRange } from '../clicks/statistics-range.ts';
import { dimensionNames, talliesOf } from './dimensions.ts';

const moment = (what: string) =>
  Type.Optional(
    Type.String({ maxLength: 30, description: `${what}: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, in UTC` }),
  );

export const StatisticsQuery = Type.Object({
  from: moment('From when on. Left out: seven days before `to`'),
  to: moment('Until when, not included. Left out: now'),
  step: Type.Optional(
    Type.Enum(['hour', 'day', 'month'], { description: 'Length of a point: a day unless said' }),
  ),
});

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

export function toStatistics(
  range: StatisticsRange,
  statistics: ClickStatistics,
  names: ReadonlyMap<string, string>,
  further: readonly ('variant' | 'link' | 'purpose')[],
) {
  const values = (dimension: Dimension): Static<typeof Value>[] =>
    talliesOf(statistics, dimension).map(({ value, clicks, uniques }) => ({
      value,
      name: (dimension === 'link' ? names.get(value) : undefined) ?? dimensionNames[dimension].name(value),
      clicks,
      uniqueClicks: uniques,
    }));
  return {
    from: sqlDate(range.from),
    to: sqlDate(range.to),
    step: range.step,
    data: {
      clicks: statistics.clicks,
      uniqueClicks: statistics.uniques,
      bots: statistics.bots,
      series: statistics.series.map(({ at, clicks, uniques }) => ({
        date: sqlDate(at),
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
