import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { clickTotals, noClicks, type ClickTotal } from '../../clicks/statistics/click-totals.ts';
import { getStatistics, type ClickStatistics } from '../../clicks/statistics/get-statistics.ts';
import type { StatisticsRange } from '../../clicks/statistics/statistics-range.ts';
import type { Block } from '../blocks/block.ts';
import { listBlocks } from '../blocks/list-blocks.ts';

export interface BioStatistics {
  /** Visits of the page in the range. */
  visits: ClickStatistics;
  /** Total since the page was created. */
  total: ClickTotal;
  /** Clicks per block in the range, most clicked first. Excludes blocks without a destination. */
  blocks: { block: Block; clicks: number }[];
}

/** Returns the statistics of a page, from roll-ups only. */
export async function getBioStatistics(
  app: Pick<App, 'db' | 'clock'>,
  bioId: string,
  range: StatisticsRange,
): Promise<BioStatistics> {
  const visits = await getStatistics(app, bioId, range);
  const totals = await clickTotals(app, [bioId]);
  const blocks = (await listBlocks(app, bioId)).filter(({ kind }) => leading.has(kind));
  const clicks = await clicksOf(
    app,
    blocks.map(({ id }) => id),
    range,
  );
  return {
    visits,
    total: totals.get(bioId) ?? noClicks,
    blocks: blocks
      .map((block) => ({ block, clicks: clicks.get(block.id) ?? 0 }))
      .sort((a, b) => b.clicks - a.clicks),
  };
}

const leading = new Set<Block['kind']>(['link', 'image', 'video', 'social', 'featured']);

async function clicksOf(
  { db }: Pick<App, 'db' | 'clock'>,
  ids: readonly string[],
  { from, to }: StatisticsRange,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('links.click_hour')
    .select(['link_id', sql<number>`sum(clicks)::float8`.as('clicks')])
    .where('link_id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy('link_id')
    .execute();
  return new Map(rows.map(({ link_id, clicks }) => [link_id, clicks]));
}
