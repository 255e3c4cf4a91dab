import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { findMatching, type Matching } from './find-matching.ts';
import type { LinkFilter } from './link-filter.ts';

/** Counting further would cost more the more there is; nobody turns that many pages. */
export const maxCounted = 10_000;

export interface LinkCount {
  total: number;
  /** There are more than that. */
  isMore: boolean;
}

/** How many links of the viewer's a filter applies to, up to `mostCounted`; of those with a text, fewer are looked for. */
export const countLinks = async (
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  filter: LinkFilter,
): Promise<LinkCount> => countMatching(app, await findMatching(app, viewer.id, filter));

export async function countMatching({ db }: Pick<App, 'db'>, matching: Matching): Promise<LinkCount> {
  if (matching.counted) return matching.counted;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from (
      select from links.link where ${matching.condition} limit ${maxCounted + 1}
    ) as counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, maxCounted), isMore: total > maxCounted };
}

/** Counts beyond `mostCounted`, for a moment: the last page's number may be half a minute old by then. */
const known = new LRUCache<string, number>({ max: 1000, ttl: seconds(30) });

/** All of them, however many: for answers that must say the number of the last page. A search finds no more than the newest. */
export async function countAllMatching(
  { db }: Pick<App, 'db'>,
  matching: Matching,
  filter: LinkFilter,
): Promise<number> {
  const key = JSON.stringify([matching.accountId, filter]);
  const lately = known.get(key);
  if (lately !== undefined) return lately;
  const { total, isMore } = await countMatching({ db }, matching);
  if (!isMore || matching.counted) return total;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from links.link where ${matching.condition}`.execute(db);
  const all = rows[0]?.total ?? 0;
  known.set(key, all);
  return all;
}
