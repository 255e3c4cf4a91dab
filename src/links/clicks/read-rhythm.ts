import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { RollUps } from './roll-ups.ts';
import { startOfStep } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** Clicks by weekday, Monday first, and in each by hour of the day (UTC). */
export type Rhythm = number[][];

/** A year of hours would be long to add up, and tells no more about a week. */
export const longestRhythm = days(91);

/** When in the week links are followed, over a range or the last weeks of it. */
export async function readRhythm(
  { db }: Pick<App, 'db'>,
  { hours, owner, id }: RollUps,
  { from, to, step }: StatisticsRange,
): Promise<Rhythm> {
  const begin = new Date(Math.max(startOfStep(from, step).getTime(), to.getTime() - longestRhythm));
  const { rows } = await sql<{ weekday: number; hour: number; clicks: number }>`
    select extract(isodow from hour at time zone 'UTC')::integer as weekday,
      extract(hour from hour at time zone 'UTC')::integer as hour, sum(clicks)::float8 as clicks
    from ${hours}
    where ${owner} = ${id} and hour >= ${begin} and hour < ${to}
    group by 1, 2`.execute(db);
  const counts = new Map(rows.map(({ weekday, hour, clicks }) => [`${weekday} ${hour}`, clicks]));
  return Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => counts.get(`${day + 1} ${hour}`) ?? 0),
  );
}
