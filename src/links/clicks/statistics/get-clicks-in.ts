import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { RollUps } from '../roll-ups.ts';
import { exactMonths, utcDay } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

export interface ClickCount {
  clicks: number;
  uniques: number;
}

/** Returns the number of clicks of links in a range. */
export async function getClicksIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  range: StatisticsRange,
): Promise<ClickCount> {
  const { rows } = await sql<ClickCount>`${clicksIn(rollUps, range, clock.now())}`.execute(db);
  return rows[0] ?? { clicks: 0, uniques: 0 };
}

/** SQL for one row with the columns `clicks` and `uniques` of a range. */
export function clicksIn(
  { hours, months, mine }: RollUps,
  range: StatisticsRange,
  now: Date,
): RawBuilder<unknown> {
  const whole = exactMonths(range, now);
  const part = whole
    ? sql`${months} where ${mine} and dimension = 'device'
        and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}`
    : sql`${hours} where ${mine} and hour >= ${range.from} and hour < ${range.to}`;
  return sql`select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(uniques), 0)::float8 as uniques
    from ${part}`;
}
