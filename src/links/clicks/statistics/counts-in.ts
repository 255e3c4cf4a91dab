import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RollUps } from '../roll-ups.ts';
import { lastDay, utcDay, wholeMonths } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/**
 * SQL for the counts by dimension and value of all days that a range touches. Uses monthly roll-ups for whole
 * months and daily ones for the rest.
 */
export function countsIn(
  { days, months, mine }: RollUps,
  range: StatisticsRange,
  now: Date,
): RawBuilder<unknown> {
  const [first, last] = [utcDay(range.from), lastDay(range)];
  const whole = wholeMonths(range, now);
  const columns = sql`dimension, value, clicks, uniques`;
  if (!whole) return sql`select ${columns} from ${days} where ${mine} and day between ${first} and ${last}`;
  const [from, to] = [utcDay(whole.from), utcDay(whole.to)];
  return sql`
    select ${columns} from ${days} where ${mine} and day >= ${first} and day < ${from}
    union all
    select ${columns} from ${months} where ${mine} and month >= ${from} and month < ${to}
    union all
    select ${columns} from ${days} where ${mine} and day >= ${to} and day <= ${last}`;
}
