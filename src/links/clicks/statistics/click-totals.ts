import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

export interface ClickTotal {
  /** Including imported clicks. */
  clicks: number;
  /** Clicks imported from another service, of which only the number is known. */
  imported: number;
  uniques: number;
  lastClickAt: Date | null;
}

export const noClicks: ClickTotal = { clicks: 0, imported: 0, uniques: 0, lastClickAt: null };

/**
 * Returns the total clicks of links since their creation, by link id, with an entry for every requested id.
 */
export async function clickTotals(
  { db }: Pick<App, 'db'>,
  linkIds: readonly string[],
): Promise<Map<string, ClickTotal>> {
  const rows = await db
    .selectFrom('links.link_total')
    .selectAll()
    .where('link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .execute();
  const totals = new Map(linkIds.map((id) => [id, noClicks]));
  for (const { link_id, clicks, imported_clicks, uniques, last_click_at } of rows)
    totals.set(link_id, {
      clicks: Number(clicks),
      imported: Number(imported_clicks),
      uniques: Number(uniques),
      lastClickAt: last_click_at,
    });
  return totals;
}
