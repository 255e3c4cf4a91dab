import { type RawBuilder, sql } from 'kysely';
import { days, toLocal } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { type Dimension, ofLink, type RollUps } from '../roll-ups.ts';
import { exactMonths, startOfStep, type StatisticsRange, stepsOf, utcDay } from './range.ts';
import { type ClickCount, clicksIn, countsIn } from './totals.ts';

/** A value with its counts. '' means unknown (no country, no referrer), and `otherValues` groups rare values. */
export interface Tally {
  value: string;
  clicks: number;
  uniques: number;
}

interface DimensionTally extends Tally {
  dimension: string;
}

export interface Point {
  /** Start of the hour, day or month. */
  at: Date;
  clicks: number;
  uniques: number;
}

/** Click statistics of a link or of all links of an account in a time range. Only `bots` includes bots. */
export interface ClickStatistics {
  clicks: number;
  /** Sum of the unique visitors per day and link. */
  uniques: number;
  bots: number;
  /** A point for every step of the range, including those without clicks. */
  series: Point[];
  /** The ten most frequent values of each dimension, over all UTC days that the range touches. */
  countries: Tally[];
  regions: Tally[];
  cities: Tally[];
  browsers: Tally[];
  systems: Tally[];
  devices: Tally[];
  languages: Tally[];
  referrers: Tally[];
  variants: Tally[];
  /** Only for accounts: ids of links, and link purposes. */
  links: Tally[];
  purposes: Tally[];
  /** Counts of the range to compare with, if requested. */
  before?: ClickCount;
  /** Set if filters had more clicks to scan than allowed. */
  limited?: Limited;
  /** Set if the store of clicks is behind: the time of the oldest click that is missing. */
  until?: Date;
}

/** The scanned part of a range: the number of newest clicks, and the time of the oldest. */
export interface Limited {
  clicks: number;
  since: Date;
}

/** Maximum values per dimension. */
export const maxTallies = 10;

/** Reads roll-ups only, so the cost depends on the length of the range and not on the number of clicks. */
export async function getStatistics(
  app: Pick<App, 'db' | 'clock'>,
  of: string | RollUps,
  range: StatisticsRange,
  compared?: StatisticsRange,
): Promise<ClickStatistics> {
  const rollUps = typeof of === 'string' ? ofLink(of) : of;
  const points = await getPoints(app, rollUps, range, compared);
  const tallies = await getTallies(app, rollUps, range);
  const comparison = points.find(({ step }) => step === stepBefore);
  return {
    ...toStatistics(
      range,
      points.filter((point) => point !== comparison),
      tallies,
    ),
    ...(comparison && { before: { clicks: comparison.clicks, uniques: comparison.uniques } }),
  };
}

/** Step number of the comparison range. Steps of the range itself start at 1. */
const stepBefore = -1;

/** Counts of a step of the range. Steps start at 1. */
export interface StepCounts {
  step: number;
  clicks: number;
  uniques: number;
  bots: number;
}

export function toStatistics(
  range: StatisticsRange,
  points: readonly StepCounts[],
  tallies: readonly DimensionTally[],
): ClickStatistics {
  const sum = (key: 'clicks' | 'uniques' | 'bots') => points.reduce((total, point) => total + point[key], 0);
  const of = (dimension: Dimension) => talliesOf(tallies, dimension);
  return {
    clicks: sum('clicks'),
    uniques: sum('uniques'),
    bots: sum('bots'),
    series: toSeries(range, points),
    countries: of('country'),
    regions: of('region'),
    cities: of('city'),
    browsers: of('browser'),
    systems: of('system'),
    devices: of('device'),
    languages: of('language'),
    referrers: of('referrer'),
    variants: of('variant'),
    links: of('link'),
    purposes: of('purpose'),
  };
}

export const talliesOf = (tallies: readonly DimensionTally[], dimension: Dimension): Tally[] =>
  tallies
    .filter((row) => row.dimension === dimension)
    .map(({ value, clicks, uniques }) => ({ value, clicks, uniques }));

async function getPoints(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  range: StatisticsRange,
  compared: StatisticsRange | undefined,
): Promise<StepCounts[]> {
  const { hours, months, mine } = rollUps;
  const whole = exactMonths(range, clock.now());
  const points = whole
    ? sql<StepCounts>`
        select ${stepOfRange(sql`month::timestamp at time zone 'UTC'`, range)} as step,
          coalesce(sum(clicks) filter (where dimension = 'device'), 0)::float8 as clicks,
          sum(uniques)::float8 as uniques,
          coalesce(sum(clicks) filter (where dimension = 'bot'), 0)::float8 as bots
        from ${months}
        where ${mine} and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}
          and dimension in ('device', 'bot')
        group by 1`
    : sql<StepCounts>`
        select ${stepOfRange(sql`hour`, range)} as step,
          sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, sum(bots)::float8 as bots
        from ${hours}
        where ${mine} and hour >= ${startOfStep(range.from, range.step, range.zone)} and hour < ${range.to}
        group by 1`;
  const { rows } = await (
    compared
      ? sql<StepCounts>`${points} union all
        select ${sql.lit(stepBefore)}, clicks, uniques, 0 from (${clicksIn(rollUps, compared, clock.now())}) as compared`
      : points
  ).execute(db);
  return rows;
}

/**
 * Returns the most frequent values of each dimension, most frequent first. The number of referrers can be
 * raised.
 */
export async function getTallies(
  app: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  range: StatisticsRange,
  maxReferrers = maxTallies,
): Promise<DimensionTally[]> {
  const { rows } = await sql<DimensionTally>`
    select dimension, value, clicks, uniques from (
      select dimension, value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques,
        row_number() over (partition by dimension order by sum(clicks) desc, value) as place
      from (${countsIn(rollUps, range, app.clock.now())}) as counts
      group by dimension, value
    ) ranked
    where place <= case dimension when 'referrer' then ${maxReferrers}::integer else ${maxTallies} end
    order by dimension, place`.execute(app.db);
  return rows;
}

/**
 * SQL for the step of a range that a time is in. Steps are computed here, so that the database's time zone
 * data is not involved.
 */
export const stepOfRange = (at: RawBuilder<unknown>, range: StatisticsRange): RawBuilder<unknown> =>
  sql`width_bucket(${at}, ${stepsOf(range)}::timestamptz[])`;

export function toSeries(range: StatisticsRange, points: readonly StepCounts[]): Point[] {
  const known = new Map(points.map((point) => [point.step, point]));
  return stepsOf(range).map((at, index) => {
    const { clicks, uniques } = known.get(index + 1) ?? { clicks: 0, uniques: 0 };
    return { at, clicks, uniques };
  });
}

/** Clicks by weekday, starting with Monday, and by hour of the day. */
export type Rhythm = number[][];

/** Maximum range. Adding up a year of hours would be slow and say no more about a typical week. */
export const longestRhythm = days(91);

/** Returns clicks by weekday and hour, over a range or the last weeks of it. */
export async function getRhythm(
  { db }: Pick<App, 'db'>,
  { hours, mine }: RollUps,
  range: StatisticsRange,
): Promise<Rhythm> {
  const { rows } = await sql<{ weekday: number; hour: number; clicks: number }>`
    select ${weekdayAndHour(sql`hour`, range)}, sum(clicks)::float8 as clicks
    from ${hours}
    where ${mine} and hour >= ${rhythmFrom(range)} and hour < ${range.to}
    group by 1, 2`.execute(db);
  return toRhythm(rows);
}

export const rhythmFrom = ({ from, to, step, zone }: StatisticsRange): Date =>
  new Date(Math.max(startOfStep(from, step, zone).getTime(), to.getTime() - longestRhythm));

/**
 * SQL for the columns `weekday` and `hour` of a time, using the zone's UTC offset at the end of the range.
 */
export function weekdayAndHour(at: RawBuilder<unknown>, { to, zone = 'UTC' }: StatisticsRange) {
  const ahead = (toLocal(to, zone).getTime() - to.getTime()) / 60_000;
  const local = sql`(${at} at time zone 'UTC' + make_interval(mins => ${ahead}::integer))`;
  return sql`extract(isodow from ${local})::integer as weekday, extract(hour from ${local})::integer as hour`;
}

export function toRhythm(rows: readonly { weekday: number; hour: number; clicks: number }[]): Rhythm {
  const counts = new Map(rows.map(({ weekday, hour, clicks }) => [`${weekday} ${hour}`, clicks]));
  return Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => counts.get(`${day + 1} ${hour}`) ?? 0),
  );
}
