import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { findMatching, type Matching } from './find-matching.ts';
import type { LinkFilter } from './link-filter.ts';

/** Counting stops here, because its cost grows with the number of links and no one pages that far. */
export const maxCounted = 10_000;

export interface LinkCount {
  total: number;
  /** Whether there are more links than `total`. */
  isMore: boolean;
}

/** Counts the viewer's links that match a filter, up to `maxCounted`, or up to `maxFound` for a search. */
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

/** Brief cache of counts beyond `maxCounted`. They may be up to 30 seconds old. */
const countCache = new LRUCache<string, number>({ max: 1000, ttl: seconds(30) });

/**
 * Counts all matching links, for responses that must include the number of the last page. A search is limited
 * to the newest matches.
 */
export async function countAllMatching(
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
