import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import type { LinkFilter } from './filter.ts';
import { type Link, selectLinks } from './link.ts';
import { findMatching, type Matching } from './search-links.ts';

export interface ListedLink extends Link {
  clicks: number;
}

/** A link with the details of the list. */
export interface LinkRow extends ListedLink {
  lastClickAt: Date | null;
  isDisabled: boolean;
  isSuspended: boolean;
  /** Whether the link requires a password. */
  isLocked: boolean;
  /** Number of clicks after which it expires. */
  clickLimit: number | null;
}

interface ListOptions {
  filter?: LinkFilter;
  order: LinkOrder;
  /** Sorts by the oldest or least clicked links first. */
  ascending?: boolean;
  /** Starts at 1. */
  page: number;
  perPage: number;
}

type Reads = Pick<App, 'db' | 'clock'>;

/** Returns one page of the viewer's links, and their number up to a limit. */
export async function listAndCountLinks(
  app: Reads,
  viewer: Pick<Viewer, 'id'>,
  options: ListOptions,
): Promise<{ links: LinkRow[]; count: LinkCount }> {
  const matching = await findMatching(app, viewer.id, options.filter ?? {});
  return { links: await listMatching(app, matching, options), count: await countMatching(app, matching) };
}

/** Returns one page of the viewer's links, and their exact number. */
export async function listAndCountAllLinks(
  app: Reads,
  viewer: Pick<Viewer, 'id'>,
  options: ListOptions,
): Promise<{ links: LinkRow[]; total: number }> {
  const { filter = {} } = options;
  const matching = await findMatching(app, viewer.id, filter);
  const total = await countAllMatching(app, matching, filter);
  return { links: await listMatching(app, matching, options), total };
}

async function listMatching(
  app: Reads,
  matching: Matching,
  { order, ascending = false, page, perPage }: ListOptions,
): Promise<LinkRow[]> {
  const slice = { order, ascending, offset: (page - 1) * perPage, max: perPage };
  return getListed(app, await orderedIds(app, matching, slice));
}

/** Returns the links with these ids, in the same order. The caller must check ownership. */
async function getListed(app: Pick<App, 'db'>, ids: readonly string[]): Promise<LinkRow[]> {
  const links = await selectListed(app.db, { ids }, undefined);
  const byId = new Map(links.map((link) => [link.id, link]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const selectListed = compileOnce((db, { ids }: { ids: readonly string[] }) =>
  selectLinks({ db })
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select([
      sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'),
      'total.last_click_at as lastClickAt',
      'link.click_limit as clickLimit',
      sql<boolean>`link.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`link.suspended_at is not null`.as('isSuspended'),
      sql<boolean>`link.password_hash is not null`.as('isLocked'),
    ])
    .where('link.id', '=', sql<string>`any(${ids}::bigint[])`),
);

/** Counting stops here, because its cost grows with the number of links and no one pages that far. */
export const maxCounted = 10_000;

interface LinkCount {
  total: number;
  /** Whether there are more links than `total`. */
  isMore: boolean;
}

/** Counts matching links up to `maxCounted`, or up to `maxFound` for a search. */
async function countMatching({ db }: Pick<App, 'db'>, matching: Matching): Promise<LinkCount> {
  if (matching.counted) return matching.counted;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from (
      select from links.link where ${matching.condition} limit ${maxCounted + 1}
    ) as counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, maxCounted), isMore: total > maxCounted };
}

/** Brief cache of counts beyond `maxCounted`. They may be up to 30 seconds old. */
const countCache = new LRUCache<string, number>({ max: 1000, ttl: seconds(30) });

/**
 * Counts all matching links, for responses that must include the number of the last page. A search is limited
 * to the newest matches.
 */
async function countAllMatching(
  { db }: Pick<App, 'db'>,
  matching: Matching,
  filter: LinkFilter,
): Promise<number> {
  const key = JSON.stringify([matching.accountId, filter]);
  const cached = countCache.get(key);
  if (cached !== undefined) return cached;
  const { total, isMore } = await countMatching({ db }, matching);
  if (!isMore || matching.counted) return total;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from links.link where ${matching.condition}`.execute(db);
  const all = rows[0]?.total ?? 0;
  countCache.set(key, all);
  return all;
}

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
const orderedIds = ({ db }: Pick<App, 'db'>, matching: Matching, slice: Slice): Promise<string[]> =>
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
