import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Matching } from './find-matching.ts';

/** Sort orders: by creation time, number of clicks, time of the last click, or alias. */
export const linkOrders = ['date', 'click', 'last', 'alias'] as const;
export type LinkOrder = (typeof linkOrders)[number];

interface Slice {
  order: LinkOrder;
  ascending: boolean;
  offset: number;
  max: number;
}

/** Returns the ids of matching links in order, from `offset` on. Each order follows an index. */
export const orderedIds = ({ db }: Pick<App, 'db'>, matching: Matching, slice: Slice): Promise<string[]> =>
  slice.order === 'click' || slice.order === 'last'
    ? matching.counted
      ? idsOfFound(db, matching, slice)
      : idsByClicks(db, matching, slice)
    : slice.order === 'date' && matching.isAll && slice.offset >= deepOffset
      ? deepIds(db, matching, slice)
      : idsOf(db, matching, slice);

async function idsOf(
  db: App['db'],
  { condition }: Matching,
  { order, ascending, offset, max }: Slice,
): Promise<string[]> {
  const direction = ascending ? sql`asc` : sql`desc`;
  const keys =
    order === 'date' ? sql`link.id ${direction}` : sql`link.alias ${direction}, link.id ${direction}`;
  return ids(
    db,
    sql`select link.id from links.link where ${condition} order by ${keys} limit ${max} offset ${offset}`,
  );
}

/** Offset from which pages are expensive to reach. */
const deepOffset = 10_000;
/**
 * Last ids of recent deep pages, so that a client that reads all pages in order does not skip the same links
 * again.
 */
const pageEnds = new LRUCache<string, string>({ max: 10_000, ttl: minutes(1) });

async function deepIds(db: App['db'], matching: Matching, slice: Slice): Promise<string[]> {
  const keyOf = (offset: number) => `${matching.accountId} ${slice.ascending} ${offset}`;
  const end = pageEnds.get(keyOf(slice.offset));
  const beyond = slice.ascending ? sql`link.id > ${end}` : sql`link.id < ${end}`;
  const found =
    end === undefined
      ? await idsOf(db, matching, slice)
      : await idsOf(
          db,
          { ...matching, condition: sql`(${matching.condition} and ${beyond})` },
          { ...slice, offset: 0 },
        );
  const last = found.at(-1);
  if (last !== undefined && found.length === slice.max) pageEnds.set(keyOf(slice.offset + slice.max), last);
  return found;
}

/** Sorts the few links found by a search. */
function idsOfFound(
  db: App['db'],
  { condition }: Matching,
  { order, ascending, offset, max }: Slice,
): Promise<string[]> {
  const direction = ascending ? sql`asc` : sql`desc`;
  const nulls = ascending ? sql`nulls first` : sql`nulls last`;
  const key = order === 'click' ? sql`total.clicks` : sql`total.last_click_at`;
  return ids(
    db,
    sql`select link.id from links.link left join links.link_total as total on total.link_id = link.id
      where ${condition}
      order by total.link_id is not null ${direction}, ${key} ${direction} ${nulls}, link.id ${direction}
      limit ${max} offset ${offset}`,
  );
}

/** Follows the index on totals, then adds the links without any clicks. */
async function idsByClicks(
  db: App['db'],
  { accountId, condition, isAll }: Matching,
  { order, ascending, offset, max }: Slice,
): Promise<string[]> {
  const direction = ascending ? sql`asc` : sql`desc`;
  // Imported clicks have no time, so those links sort after links clicked here.
  const nulls = ascending ? sql`nulls first` : sql`nulls last`;
  const key =
    order === 'click' ? sql`total.clicks ${direction}` : sql`total.last_click_at ${direction} ${nulls}`;
  const unfollowed = {
    from: sql`from links.link where ${condition}
      and not exists (select from links.link_total as total where total.link_id = link.id)`,
    id: sql`link.id`,
    keys: sql`link.id ${direction}`,
  };
  // The account is only set in totals of links that are listed, so the links themselves need not be read.
  const followed = {
    from: isAll
      ? sql`from links.link_total as total where total.account_id = ${accountId}`
      : sql`from links.link_total as total join links.link on link.id = total.link_id
          where total.account_id = ${accountId} and ${condition}`,
    id: sql`total.link_id`,
    keys: sql`${key}, total.link_id ${direction}`,
  };
  const [first, second] = ascending ? [unfollowed, followed] : [followed, unfollowed];
  const slice = ({ from, id, keys }: typeof first, skipped: number, count: number) =>
    ids(db, sql`select ${id} as id ${from} order by ${keys} limit ${count} offset ${skipped}`);
  const found = await slice(first, offset, max);
  if (found.length === max) return found;
  const isBeyond = found.length === 0 && offset > 0;
  const counted = isBeyond
    ? await sql<{ count: number }>`select count(*)::float8 as count ${first.from}`.execute(db)
    : undefined;
  const skipped = counted ? offset - (counted.rows[0]?.count ?? 0) : 0;
  return [...found, ...(await slice(second, skipped, max - found.length))];
}

async function ids(db: App['db'], query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ id: string }>).execute(db);
  return rows.map(({ id }) => id);
}
