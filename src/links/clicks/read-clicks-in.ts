import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { RollUps } from './roll-ups.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** How often links were followed in a range, for comparison with another. */
export async function readClicksIn(
  { db }: Pick<App, 'db'>,
  { hours, owner, id }: RollUps,
  { from, to }: StatisticsRange,
): Promise<{ clicks: number; uniques: number }> {
  const { rows } = await sql<{ clicks: number; uniques: number }>`
    select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(uniques), 0)::float8 as uniques
    from ${hours} where ${owner} = ${id} and hour >= ${from} and hour < ${to}`.execute(db);
  return rows[0] ?? { clicks: 0, uniques: 0 };
}
