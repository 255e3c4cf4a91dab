import { sql } from 'kysely';
import type { Dimension, RollUps } from '../roll-ups.ts';
import { type ClickReader, clickStore } from '../store/click-store.ts';
import { type ClickFilters, hasFilters } from './filters.ts';
import type { StatisticsRange } from './range.ts';
import type { Tally } from './statistics.ts';
import { countsIn } from './totals.ts';

/**
 * Returns all values of one dimension in a range, most frequent first, with their number. Bounded, because
 * rare values of each day are folded.
 */
export async function listTallies(
  app: ClickReader,
  rollUps: RollUps,
  {
    dimension,
    range,
    filters = {},
    limit,
    offset = 0,
  }: { dimension: Dimension; range: StatisticsRange; filters?: ClickFilters; limit: number; offset?: number },
): Promise<{ tallies: Tally[]; total: number }> {
  if (hasFilters(filters))
    return clickStore(app).listTallies(rollUps, { dimension, range, filters, limit, offset });
  const { rows } = await sql<Tally & { total: number }>`
    select value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, count(*) over ()::integer as total
    from (${countsIn(rollUps, range, app.clock.now())}) as counts
    where dimension = ${dimension}
    group by value
    order by 2 desc, 1
    limit ${limit} offset ${offset}`.execute(app.db);
  return {
    tallies: rows.map(({ value, clicks, uniques }) => ({ value, clicks, uniques })),
    total: rows[0]?.total ?? 0,
  };
}
