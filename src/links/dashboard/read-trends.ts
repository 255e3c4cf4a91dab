import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** How many days of clicks stand beside a link in a list. */
const courseDays = 14;

/** Clicks a day over the last two weeks up to today (UTC), by link id: an entry for every id that is asked for. */
export async function readTrends(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  linkIds: readonly string[],
): Promise<Map<string, number[]>> {
  const today = Math.floor(clock.now().getTime() / days(1));
  const first = today - courseDays + 1;
  const rows = await db
    .selectFrom('links.click_hour')
    .select(['link_id', sql<number>`floor(extract(epoch from hour) / 86400)::float8`.as('day')])
    .select(sql<number>`sum(clicks)::float8`.as('clicks'))
    .where('link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .where('hour', '>=', new Date(first * days(1)))
    .groupBy(['link_id', 'day'])
    .execute();
  const trends = new Map(linkIds.map((id) => [id, Array.from({ length: courseDays }, () => 0)]));
  for (const { link_id, day, clicks } of rows) {
    const trend = trends.get(link_id);
    if (trend && day >= first && day <= today) trend[day - first] = clicks;
  }
  return trends;
}
