import { type RawBuilder, sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { firstIdAt, settlesWithin, timeOfClick } from '../click.ts';
import { dimensions, type RollUps } from '../roll-ups.ts';
import { type ClickFilters, type ClickFilterName, splitPlace } from '../statistics/filters.ts';
import { exactMonths, lastDay, startOfStep, type StatisticsRange, utcDay } from '../statistics/range.ts';
import {
  maxTallies,
  rhythmFrom,
  stepOfRange,
  toRhythm,
  toSeries,
  toStatistics,
  weekdayAndHour,
} from '../statistics/statistics.ts';
import type { ClickStatistics, Limited, Rhythm, StepCounts, Tally } from '../statistics/statistics.ts';
import type { ClickCursor, ClickStore, StoredClick, TallyQuery } from './click-store.ts';

type Reader = Pick<App, 'db' | 'clock' | 'config'>;

/** Clicks in PostgreSQL, of which filters read the newest. */
export const postgresStore = (app: Reader): ClickStore => ({
  maxLinks: 1000,
  isWhole: false,
  listedAtOnce: 1000,
  getFiltered: (of, range, filters) => getFiltered(app, of, range, filters),
  listTallies: (of, query) => listTallies(app, of, query),
  list: (accountId, cursor) => listClicks(app, accountId, cursor),
  findLink: (accountId, id) => findLink(app, accountId, id),
  listMatching: async (of, ids, filters, range) => {
    const { rows } = await sql<{ id: string }>`
      select replace(id::text, '-', '') as id from links.click
      where id = any(${ids}::uuid[]) and ${whereOf(of, filters, range)}`.execute(app.db);
    return rows.map(({ id }) => id);
  },
});

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
async function getFiltered(
  app: Reader,
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
      select ${stepOfRange(sql`at`, range)} as step, count(*) filter (where not is_bot) as clicks,
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
  { days, months, mine, scope }: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): Promise<Pick<ClickStatistics, 'clicks' | 'uniques' | 'series'> | undefined> {
  const [[dimension, value], another] = Object.entries(filters) as [[ClickFilterName, string], unknown?];
  if (another !== undefined || range.step === 'hour' || (range.zone ?? 'UTC') !== 'UTC') return undefined;
  if (!dimensions.some((each) => each === dimension)) return undefined;
  // Those of an account have no variants.
  if (dimension === 'variant' && !scope.linkIds) return undefined;
  const whole = exactMonths(range, clock.now());
  const part = whole
    ? sql`month as time, clicks, uniques from ${months}
        where ${mine} and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}`
    : sql`day as time, clicks, uniques from ${days}
        where ${mine} and day between ${utcDay(range.from)} and ${lastDay(range)}`;
  const { rows } = await sql<StepCounts>`
    select ${stepOfRange(sql`time::timestamp at time zone 'UTC'`, range)} as step,
      sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, 0 as bots
    from (select ${part} and dimension = ${dimension} and value = ${value}) as counts
    group by 1`.execute(db);
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    uniques: rows.reduce((sum, { uniques }) => sum + uniques, 0),
    series: toSeries(range, rows),
  };
}

/**
 * SQL for the CTEs `looked` (the newest clicks of a range, up to the configured limit) and `matching` (those
 * that match the filters). `is_first` marks a visitor's first click of a day, which counts as unique.
 */
function matchingClicks(
  { config }: Pick<App, 'config'>,
  of: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): RawBuilder<unknown> {
  const from = startOfStep(range.from, range.step, range.zone);
  // Ids start with the time, so these conditions select the partitions to scan.
  return sql`looked as materialized (
    select id, at, link_id, is_bot, visitor, country, region, city, referrer, browser, system, device, language, variant
    from links.click
    where ${of.clicks} and at >= ${from} and at < ${range.to}
      and id >= ${firstIdAt(from)}::uuid and id < ${firstIdAt(range.to)}::uuid
    order by at desc
    limit ${config.HOP_FILTER_CLICKS}
  ), matching as materialized (
    select *, not is_bot and row_number() over (
      partition by is_bot, link_id, visitor, (at at time zone 'UTC')::date order by id
    ) = 1 as is_first
    from looked
    where ${whereOf(of, filters, range)}
  )`;
}

function whereOf(
  { among = sql`true` }: RollUps,
  filters: ClickFilters,
  range: StatisticsRange,
): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(([name, value]) =>
    conditionOf(name as ClickFilterName, value, range),
  );
  return sql.join([among, ...conditions], sql` and `);
}

/** Regions and cities include their parents, as in the roll-ups. */
function conditionOf(name: ClickFilterName, value: string, range: StatisticsRange): RawBuilder<unknown> {
  const { country, region, city } = splitPlace(value);
  switch (name) {
    case 'region':
      return sql`country = ${country} and region = ${region}`;
    case 'city':
      return sql`country = ${country} and region = ${region} and city = ${city}`;
    case 'hour':
    case 'weekday':
      return sql`(select ${sql.ref(name)} from (select ${weekdayAndHour(sql`at`, range)}) as local) = ${value}::integer`;
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
    case 'utm_term':
    case 'utm_content':
      throw new Error('PostgreSQL has no parameters of clicks');
    default:
      return sql`${sql.ref(name)} = ${value}`;
  }
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

async function listTallies(
  app: Reader,
  of: RollUps,
  { dimension, range, filters, limit, offset }: TallyQuery,
): Promise<{ tallies: Tally[]; total: number }> {
  const { rows } = await sql<Tally & { total: number }>`
    with ${matchingClicks(app, of, range, filters)}
    select value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, count(*) over ()::integer as total
    from (${matchingCounts}) as counts
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

async function listClicks(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
  { after, from, linkId, max }: ClickCursor,
): Promise<StoredClick[]> {
  const start = after === undefined ? from : timeOfClick(after);
  const settled = new Date(clock.now().getTime() - settlesWithin);
  const { rows } = await sql<StoredClick>`
    select id, at, link_id as "linkId", is_bot as "isBot", country, region, city, browser, system, device, language,
      referrer, variant
    from links.click
    where account_id = ${accountId} and at < ${settled}
      ${start ? sql`and at >= ${start} and id >= ${firstIdAt(start)}::uuid` : sql``}
      ${after ? sql`and (at, id) > (${start}, ${after}::uuid)` : sql``}
      ${linkId ? sql`and link_id = ${linkId}` : sql``}
    order by at, id
    limit ${max}`.execute(db);
  return rows;
}

async function findLink({ db }: Pick<App, 'db'>, accountId: string, id: string): Promise<string | undefined> {
  const click = await db
    .selectFrom('links.click')
    .select('link_id as linkId')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('is_bot', '=', false)
    .executeTakeFirst();
  return click?.linkId;
}
