import { type RawBuilder, sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { firstIdAt } from '../click.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import { exactMonths, lastDay, startOfStep, type StatisticsRange, utcDay } from './range.ts';
import {
  type ClickStatistics,
  type Limited,
  maxTallies,
  type Rhythm,
  rhythmFrom,
  type StepCounts,
  stepOf,
  type Tally,
  toRhythm,
  toSeries,
  toStatistics,
  weekdayAndHour,
} from './statistics.ts';
import { countsIn } from './totals.ts';

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

/** Filter values by dimension, as in the roll-ups. '' means unknown. */
export type ClickFilters = Partial<Record<FilterDimension, string>>;
export type FilterDimension = Exclude<Dimension, 'link' | 'purpose'>;

export const hasFilters = (filters: ClickFilters): boolean => Object.keys(filters).length > 0;

/**
 * SQL for the CTEs `looked` (the newest clicks of a range, up to the configured limit) and `matching` (those
 * that match the filters). `is_first` marks a visitor's first click of a day, which counts as unique.
 */
function matchingClicks(
  { config }: Pick<App, 'config'>,
  { clicks, among = sql`true` }: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(([dimension, value]) =>
    conditionOf(dimension as FilterDimension, value),
  );
  const from = startOfStep(range.from, range.step, range.zone);
  // Ids start with the time, so these conditions select the partitions to scan.
  return sql`looked as materialized (
    select id, at, link_id, is_bot, visitor, country, region, city, referrer, browser, system, device, language, variant
    from links.click
    where ${clicks} and at >= ${from} and at < ${range.to}
      and id >= ${firstIdAt(from)}::uuid and id < ${firstIdAt(range.to)}::uuid
    order by at desc
    limit ${config.HOP_FILTER_CLICKS}
  ), matching as materialized (
    select *, not is_bot and row_number() over (
      partition by is_bot, link_id, visitor, (at at time zone 'UTC')::date order by id
    ) = 1 as is_first
    from looked
    where ${sql.join([among, ...conditions], sql` and `)}
  )`;
}

/** Regions and cities include their parents, as in the roll-ups. */
function conditionOf(dimension: FilterDimension, value: string): RawBuilder<unknown> {
  const [country = '', region = '', ...city] = value.split('/');
  if (dimension === 'region') return sql`country = ${country} and region = ${region}`;
  if (dimension === 'city')
    return sql`country = ${country} and region = ${region} and city = ${city.join('/')}`;
  return sql`${sql.ref(dimension)} = ${value}`;
}

/** All dimensions of a click with their values, as in the roll-ups. */
const dimensionRows = sql`lateral (values
  ('country', country), ('region', case when region <> '' then country || '/' || region else '' end),
  ('city', case when city <> '' then country || '/' || region || '/' || city else '' end), ('browser', browser),
  ('system', system), ('device', device), ('language', language), ('referrer', referrer), ('variant', variant),
  ('link', link_id::text)
) as told (dimension, value)`;

/** Blank values of dimensions that not every click has are not counted. */
const hasRollup = sql`(value <> '' or dimension not in ('region', 'city', 'variant'))`;

/** Returns which part of a range was scanned, if not all of it. */
function limitedBy(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  range: StatisticsRange,
  scanned: { clicks: number; oldest: Date | null },
): Limited | undefined {
  const { HOP_FILTER_CLICKS, HOP_CLICK_DAYS } = config;
  if (scanned.clicks >= HOP_FILTER_CLICKS && scanned.oldest)
    return { clicks: scanned.clicks, since: scanned.oldest };
  const oldest = new Date(clock.now().getTime() - days(HOP_CLICK_DAYS));
  return HOP_CLICK_DAYS > 0 && range.from < oldest ? { clicks: scanned.clicks, since: oldest } : undefined;
}

/**
 * Returns all values of one dimension in a range, most frequent first, with their number. Bounded, because
 * rare values of each day are folded.
 */
export async function listTallies(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  rollUps: RollUps,
  {
    dimension,
    range,
    filters = {},
    limit,
    offset = 0,
  }: { dimension: Dimension; range: StatisticsRange; filters?: ClickFilters; limit: number; offset?: number },
): Promise<{ tallies: Tally[]; total: number }> {
  const isFiltered = hasFilters(filters);
  const { rows } = await sql<Tally & { total: number }>`
    ${isFiltered ? sql`with ${matchingClicks(app, rollUps, range, filters)}` : sql``}
    select value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, count(*) over ()::integer as total
    from (${isFiltered ? matchingCounts : countsIn(rollUps, range, app.clock.now())}) as counts
    where dimension = ${dimension}
    group by value
    order by 2 desc, 1
    limit ${limit} offset ${offset}`.execute(app.db);
  return {
    tallies: rows.map(({ value, clicks, uniques }) => ({ value, clicks, uniques })),
    total: rows[0]?.total ?? 0,
  };
}

const matchingCounts = sql`
  select dimension, value, 1 as clicks, is_first::integer as uniques from matching cross join ${dimensionRows}
  where not is_bot and ${hasRollup}
  union all
  select 'purpose', link.purpose, 1, is_first::integer from matching join links.link link on link.id = matching.link_id
  where not is_bot`;
