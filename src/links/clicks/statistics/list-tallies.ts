import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { hasFilters, hasRollup, matchingClicks, dimensionRows, type ClickFilters } from './click-filters.ts';
import { countsIn } from './counts-in.ts';
import type { Tally } from './get-statistics.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import type { StatisticsRange } from './statistics-range.ts';

/**
 * Returns all values of one dimension in a range, most frequent first, with their number. Bounded, because
 * rare values of each day are folded.
 */
export async function listTallies(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  rollUps: RollUps,
  {
    dimension,
    range,
    filters = {},
    limit,
    offset = 0,
  }: { dimension: Dimension; range: StatisticsRange; filters?: ClickFilters; limit: number; offset?: number },
): Promise<{ tallies: Tally[]; total: number }> {
  const isFiltered = hasFilters(filters);
  const { rows } = await sql<Tally & { total: number }>`
    ${isFiltered ? sql`with ${matchingClicks(app, rollUps, range, filters)}` : sql``}
    select value, sum(clicks)::float8 as clicks, sum(uniques)::float8 as uniques, count(*) over ()::integer as total
    from (${isFiltered ? matchingCounts : countsIn(rollUps, range, app.clock.now())}) as counts
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
