import { sql } from 'kysely';
import { days, hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

export interface StatisticsRange {
  from: Date;
  /** Not included. */
  to: Date;
  step: 'hour' | 'day';
}

/** A value and how often it was met: '' is what was not known (no country, no referrer), `theRest` what was too rare. */
export interface Tally {
  value: string;
  clicks: number;
  uniques: number;
}

export interface Point {
  /** When the hour or day (UTC) begins. */
  at: Date;
  clicks: number;
  uniques: number;
}

/** What visitors did with a link in a range of time. Bots are in no number but their own. */
export interface ClickStatistics {
  clicks: number;
  /** Different visitors a day, summed over the days. */
  uniques: number;
  bots: number;
  /** A point for every hour or day of the range, also for those without clicks. */
  series: Point[];
  /** The ten most frequent of each, of all (UTC) days that the range touches. */
  countries: Tally[];
  browsers: Tally[];
  systems: Tally[];
  devices: Tally[];
  languages: Tally[];
  referrers: Tally[];
}

const mostTallies = 10;

/** From the roll-ups alone: the cost follows the length of the range and not the number of clicks. */
export async function readStatistics(
  app: Pick<App, 'db'>,
  linkId: string,
  range: StatisticsRange,
): Promise<ClickStatistics> {
  const points = await readPoints(app, linkId, range);
  const tallies = await readTallies(app, linkId, range);
  const sum = (key: 'clicks' | 'uniques' | 'bots') => points.reduce((total, point) => total + point[key], 0);
  const of = (dimension: string) =>
    tallies
      .filter((row) => row.dimension === dimension)
      .map(({ value, clicks, uniques }) => ({ value, clicks, uniques }));
  return {
    clicks: sum('clicks'),
    uniques: sum('uniques'),
    bots: sum('bots'),
    series: fillGaps(points, range),
    countries: of('country'),
    browsers: of('browser'),
    systems: of('system'),
    devices: of('device'),
    languages: of('language'),
    referrers: of('referrer'),
  };
}

async function readPoints(
  { db }: Pick<App, 'db'>,
  linkId: string,
  range: StatisticsRange,
): Promise<(Point & { bots: number })[]> {
  const { rows } = await sql<Point & { bots: number }>`
    select date_trunc(${range.step}, hour, 'UTC') as at,
      sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, sum(bots)::float8 as bots
    from links.click_hour
    where link_id = ${linkId} and hour >= ${startOfStep(range.from, range)} and hour < ${range.to}
    group by 1`.execute(db);
  return rows;
}

async function readTallies(
  { db }: Pick<App, 'db'>,
  linkId: string,
  { from, to }: StatisticsRange,
): Promise<(Tally & { dimension: string })[]> {
  const { rows } = await sql<Tally & { dimension: string }>`
    select dimension, value, clicks, uniques from (
      select dimension, value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques,
        row_number() over (partition by dimension order by sum(clicks) desc, value) as place
      from links.click_day
      where link_id = ${linkId} and day >= ${utcDay(from)} and day <= ${utcDay(new Date(to.getTime() - 1))}
      group by dimension, value
    ) ranked
    where place <= ${mostTallies}
    order by dimension, place`.execute(db);
  return rows;
}

function fillGaps(points: readonly Point[], range: StatisticsRange): Point[] {
  const known = new Map(points.map((point) => [point.at.getTime(), point]));
  const series: Point[] = [];
  for (let at = startOfStep(range.from, range).getTime(); at < range.to.getTime(); at += lengthOf(range)) {
    const { clicks, uniques } = known.get(at) ?? { clicks: 0, uniques: 0 };
    series.push({ at: new Date(at), clicks, uniques });
  }
  return series;
}

const lengthOf = ({ step }: StatisticsRange) => (step === 'day' ? days(1) : hours(1));
const startOfStep = (at: Date, range: StatisticsRange) =>
  new Date(at.getTime() - (at.getTime() % lengthOf(range)));
const utcDay = (at: Date) => at.toISOString().slice(0, 10);
