import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

export interface ClickTotal {
  clicks: number;
  uniques: number;
  lastClickAt: Date | null;
}

const none: ClickTotal = { clicks: 0, uniques: 0, lastClickAt: null };

/** All clicks since a link was made, by link id: an entry for every id that is asked for. */
export async function clickTotals(
  { db }: Pick<App, 'db'>,
  linkIds: readonly string[],
): Promise<Map<string, ClickTotal>> {
  const rows = await db
    .selectFrom('links.link_total')
    .selectAll()
    .where('link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .execute();
  const totals = new Map(linkIds.map((id) => [id, none]));
  for (const { link_id, clicks, uniques, last_click_at } of rows)
    totals.set(link_id, { clicks: Number(clicks), uniques: Number(uniques), lastClickAt: last_click_at });
  return totals;
}
