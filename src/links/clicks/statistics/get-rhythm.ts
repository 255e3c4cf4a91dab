import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days, toLocal } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { RollUps } from '../roll-ups.ts';
import { startOfStep } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

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
