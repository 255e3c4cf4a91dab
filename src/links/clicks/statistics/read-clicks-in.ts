import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { RollUps } from '../roll-ups.ts';
import { onlyMonths, utcDay } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** How often links were followed in a range, for comparison with another. */
export async function readClicksIn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { hours, months, mine }: RollUps,
  range: StatisticsRange,
): Promise<{ clicks: number; uniques: number }> {
  const whole = onlyMonths(range, clock.now());
  const part = whole
    ? sql`${months} where ${mine} and dimension = 'device'
        and month >= ${utcDay(whole.from)} and month < ${utcDay(whole.to)}`
    : sql`${hours} where ${mine} and hour >= ${range.from} and hour < ${range.to}`;
  const { rows } = await sql<{ clicks: number; uniques: number }>`
    select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(uniques), 0)::float8 as uniques
    from ${part}`.execute(db);
  return rows[0] ?? { clicks: 0, uniques: 0 };
}
