import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { countsIn } from './counts-in.ts';
import type { Tally } from './read-statistics.ts';
import type { Dimension, RollUps } from './roll-ups.ts';
import type { StatisticsRange } from './statistics-range.ts';

/**
 * All values of one dimension in a range, the most frequent first, and how many there are. Bounded, because the rare
 * ones of a day are summed up.
 */
export async function listTallies(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  {
    dimension,
    range,
    limit,
    offset = 0,
  }: { dimension: Dimension; range: StatisticsRange; limit: number; offset?: number },
): Promise<{ tallies: Tally[]; total: number }> {
  const { rows } = await sql<Tally & { total: number }>`
    select value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, count(*) over ()::integer as total
    from (${countsIn(rollUps, range, clock.now())}) as counts
    where dimension = ${dimension}
    group by value
    order by 2 desc, 1
    limit ${limit} offset ${offset}`.execute(db);
  return {
    tallies: rows.map(({ value, clicks, uniques }) => ({ value, clicks, uniques })),
    total: rows[0]?.total ?? 0,
  };
}
