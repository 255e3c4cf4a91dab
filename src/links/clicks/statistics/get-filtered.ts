import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import {
  hasRollup,
  limitedBy,
  matchingClicks,
  dimensionRows,
  type ClickFilters,
  type FilterDimension,
} from './click-filters.ts';
import { rhythmFrom, toRhythm, weekdayAndHour, type Rhythm } from './get-rhythm.ts';
import { maxTallies, stepOf, toSeries, toStatistics } from './get-statistics.ts';
import type { ClickStatistics, StepCounts, Tally } from './get-statistics.ts';
import type { RollUps } from '../roll-ups.ts';
import { exactMonths, utcDay, lastDay } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

interface Found {
  scanned: number;
  oldest: Date | null;
  points: StepCounts[];
  tallies: (Tally & { dimension: string })[];
  rhythm: { weekday: number; hour: number; clicks: number }[];
}

/**
 * Returns statistics of the clicks that match filters. Roll-ups do not combine dimensions, so this reads
 * single clicks, newest first, up to the configured limit. If the limit is exceeded, a filter by one value
 * still gets its totals from the roll-ups.
 */
export async function getFiltered(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  of: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  const { rows } = await sql<Found>`
    with ${matchingClicks(app, of, range, filters)}, by_link as (
      select link_id, count(*) as clicks, count(*) filter (where is_first) as uniques
      from matching where not is_bot group by 1
    ), tally as (
      select dimension, value, count(*) as clicks, count(*) filter (where is_first) as uniques
      from matching cross join ${dimensionRows}
      where not is_bot and ${hasRollup}
      group by 1, 2
      union all
      select 'purpose', link.purpose, sum(clicks), sum(uniques)
      from by_link join links.link link on link.id = by_link.link_id
      group by 2
    ), ranked as (
      select *, row_number() over (partition by dimension order by clicks desc, value) as place from tally
    ), point as (
      select ${stepOf(sql`at`, range)} as step, count(*) filter (where not is_bot) as clicks,
        count(*) filter (where is_first) as uniques, count(*) filter (where is_bot) as bots
      from matching group by 1
    ), rhythm as (
      select ${weekdayAndHour(sql`at`, range)}, count(*) as clicks
      from matching where not is_bot and at >= ${rhythmFrom(range)} group by 1, 2
    )
    select bound.*,
      (select coalesce(json_agg(point), '[]') from point) as points,
      (select coalesce(json_agg(ranked order by dimension, place), '[]') from ranked where place <= ${maxTallies}) as tallies,
      (select coalesce(json_agg(rhythm), '[]') from rhythm) as rhythm
    from (select count(*)::integer as scanned, min(at) as oldest from looked) as bound`.execute(app.db);
  const { scanned = 0, oldest = null, points = [], tallies = [], rhythm = [] } = rows[0] ?? {};
  const limited = limitedBy(app, range, { clicks: scanned, oldest });
  const statistics = toStatistics(range, points, tallies);
  if (!limited) return { statistics, rhythm: toRhythm(rhythm) };
  const whole = await findRollUpCounts(app, of, range, filters);
  return { statistics: { ...statistics, ...whole, limited }, rhythm: toRhythm(rhythm) };
}

/**
 * Returns the counts of a single value by day or month (UTC), or undefined if the roll-ups do not have them.
 */
async function findRollUpCounts(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { days, months, mine }: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): Promise<Pick<ClickStatistics, 'clicks' | 'uniques' | 'series'> | undefined> {
  const [[dimension, value], another] = Object.entries(filters) as [[FilterDimension, string], unknown?];
  if (another !== undefined || range.step === 'hour' || (range.zone ?? 'UTC') !== 'UTC') return undefined;
  const whole = exactMonths(range, clock.now());
  const part = whole
    ? sql`month as time, clicks, uniques from ${months}
        where ${mine} and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}`
    : sql`day as time, clicks, uniques from ${days}
        where ${mine} and day between ${utcDay(range.from)} and ${lastDay(range)}`;
  const { rows } = await sql<StepCounts>`
    select ${stepOf(sql`time::timestamp at time zone 'UTC'`, range)} as step,
      sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, 0 as bots
    from (select ${part} and dimension = ${dimension} and value = ${value}) as counts
    group by 1`.execute(db);
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    uniques: rows.reduce((sum, { uniques }) => sum + uniques, 0),
    series: toSeries(range, rows),
  };
}
