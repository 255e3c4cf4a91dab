import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';

/** By the time they were made, by how often or when they were last followed, or by alias. */
export const linkOrders = ['date', 'click', 'last', 'alias'] as const;
export type LinkOrder = (typeof linkOrders)[number];

interface Slice {
  order: LinkOrder;
  ascending: boolean;
  offset: number;
  most: number;
}

/**
 * The ids of the links that `matching` lets through, in order: each order is the walk along an index, from `offset` on.
 * By clicks it walks the totals, and then the links that have none because nobody followed them.
 */
export async function orderedIds(
  { db }: Pick<App, 'db'>,
  accountId: string,
  matching: RawBuilder<boolean>,
  { order, ascending, offset, most }: Slice,
): Promise<string[]> {
  const ids = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id);
  const direction = ascending ? sql`asc` : sql`desc`;
  const places = (from: number, count: number) => sql`limit ${count} offset ${from}`;
  if (order === 'date' || order === 'alias') {
    const keys =
      order === 'date' ? sql`link.id ${direction}` : sql`link.alias ${direction}, link.id ${direction}`;
    return ids(
      sql`select link.id from links.link where ${matching} order by ${keys} ${places(offset, most)}`,
    );
  }
  const key = order === 'click' ? sql`total.clicks` : sql`total.last_click_at`;
  // Clicks that were imported have no time: without one a link comes after those that were followed here.
  const nulls = ascending ? sql`nulls first` : sql`nulls last`;
  const followed = sql`from links.link_total as total join links.link on link.id = total.link_id
    where total.account_id = ${accountId} and ${matching}`;
  const unfollowed = sql`from links.link where ${matching}
    and not exists (select from links.link_total as total where total.link_id = link.id)`;
  const parts = [
    {
      from: followed,
      keys: sql`${key} ${direction} ${order === 'last' ? nulls : sql``}, total.link_id ${direction}`,
    },
    { from: unfollowed, keys: sql`link.id ${direction}` },
  ];
  const [first, second] = ascending ? parts.reverse() : parts;
  if (!first || !second) return [];
  const found = await ids(sql`select link.id ${first.from} order by ${first.keys} ${places(offset, most)}`);
  if (found.length === most) return found;
  const isBeyond = found.length === 0 && offset > 0;
  const counted = isBeyond
    ? (await sql<{ count: number }>`select count(*)::float8 as count ${first.from}`.execute(db)).rows[0]
    : undefined;
  const skipped = isBeyond ? offset - (counted?.count ?? 0) : 0;
  const rest = sql<{
    id: string;
  }>`select link.id ${second.from} order by ${second.keys} ${places(skipped, most - found.length)}`;
  return [...found, ...(await ids(rest))];
}
