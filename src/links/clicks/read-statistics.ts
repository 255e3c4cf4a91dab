import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { countsIn } from './counts-in.ts';
import { ofLink } from './roll-ups.ts';
import type { Dimension, RollUps } from './roll-ups.ts';
import { onlyMonths, startOfStep, stepsOf, utcDay } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** A value and how often it was met: '' is what was not known (no country, no referrer), `theRest` what was too rare. */
export interface Tally {
  value: string;
  clicks: number;
  uniques: number;
}

export interface Point {
  /** When the hour, day or month (UTC) begins. */
  at: Date;
  clicks: number;
  uniques: number;
}

/** What visitors did with a link, or with all of an account, in a range of time. Bots are in no number but their own. */
export interface ClickStatistics {
  clicks: number;
  /** Different visitors a day and link, summed. */
  uniques: number;
  bots: number;
  /** A point for every step of the range, also for those without clicks. */
  series: Point[];
  /** The ten most frequent of each, of all (UTC) days that the range touches. */
  countries: Tally[];
  regions: Tally[];
  cities: Tally[];
  browsers: Tally[];
  systems: Tally[];
  devices: Tally[];
  languages: Tally[];
  referrers: Tally[];
  variants: Tally[];
  /** Of an account: ids of links, and what links are for. */
  links: Tally[];
  purposes: Tally[];
}

/** Of each dimension. */
export const mostTallies = 10;

/** From the roll-ups alone: the cost follows the length of the range and not the number of clicks. */
export async function readStatistics(
  app: Pick<App, 'db' | 'clock'>,
  of: string | RollUps,
  range: StatisticsRange,
): Promise<ClickStatistics> {
  const rollUps = typeof of === 'string' ? ofLink(of) : of;
  const points = await readPoints(app, rollUps, range);
  const tallies = await readTallies(app, rollUps, range);
  const sum = (key: 'clicks' | 'uniques' | 'bots') => points.reduce((total, point) => total + point[key], 0);
  const tell = (dimension: Dimension) =>
    tallies
      .filter((row) => row.dimension === dimension)
      .map(({ value, clicks, uniques }) => ({ value, clicks, uniques }));
  return {
    clicks: sum('clicks'),
    uniques: sum('uniques'),
    bots: sum('bots'),
    series: fillGaps(points, range),
    countries: tell('country'),
    regions: tell('region'),
    cities: tell('city'),
    browsers: tell('browser'),
    systems: tell('system'),
    devices: tell('device'),
    languages: tell('language'),
    referrers: tell('referrer'),
    variants: tell('variant'),
    links: tell('link'),
    purposes: tell('purpose'),
  };
}

async function readPoints(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { hours, months, owner, id }: RollUps,
  range: StatisticsRange,
): Promise<(Point & { bots: number })[]> {
  const whole = onlyMonths(range, clock.now());
  const { rows } = await (
    whole
      ? sql<Point & { bots: number }>`
        select month::timestamp at time zone 'UTC' as at,
          coalesce(sum(clicks) filter (where dimension = 'device'), 0)::float8 as clicks,
          sum(uniques)::float8 as uniques,
          coalesce(sum(clicks) filter (where dimension = 'bot'), 0)::float8 as bots
        from ${months}
        where ${owner} = ${id} and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}
          and dimension in ('device', 'bot')
        group by month`
      : sql<Point & { bots: number }>`
        select date_trunc(${range.step}, hour, 'UTC') as at,
          sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, sum(bots)::float8 as bots
        from ${hours}
        where ${owner} = ${id} and hour >= ${startOfStep(range.from, range.step)} and hour < ${range.to}
        group by 1`
  ).execute(db);
  return rows;
}

async function readTallies(
  app: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  range: StatisticsRange,
): Promise<(Tally & { dimension: string })[]> {
  const { rows } = await sql<Tally & { dimension: string }>`
    select dimension, value, clicks, uniques from (
      select dimension, value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques,
        row_number() over (partition by dimension order by sum(clicks) desc, value) as place
      from (${countsIn(rollUps, range, app.clock.now())}) as counts
      group by dimension, value
    ) ranked
    where place <= ${mostTallies}
    order by dimension, place`.execute(app.db);
  return rows;
}

function fillGaps(points: readonly Point[], range: StatisticsRange): Point[] {
  const known = new Map(points.map((point) => [point.at.getTime(), point]));
  return stepsOf(range).map((at) => {
    const { clicks, uniques } = known.get(at.getTime()) ?? { clicks: 0, uniques: 0 };
    return { at, clicks, uniques };
  });
}
