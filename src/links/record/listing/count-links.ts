import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { matchingLinks, type LinkFilter } from './link-filter.ts';

/** Counting further would cost more the more there is; nobody turns that many pages. */
const mostCounted = 10_000;

/** How many links of the viewer's a filter applies to, up to `mostCounted`; `isMore`: there are more than that. */
export async function countLinks(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  filter: LinkFilter,
): Promise<{ total: number; isMore: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from (
      select from links.link where ${matchingLinks(viewer.id, filter, clock.now())} limit ${mostCounted + 1}
    ) as counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, mostCounted), isMore: total > mostCounted };
}

/** Counts beyond `mostCounted`, for a moment: the last page's number may be half a minute old by then. */
const known = new LRUCache<string, number>({ max: 1000, ttl: seconds(30) });

/** All of them, however many: for answers that must say the number of the last page. */
export async function countAllLinks(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  filter: LinkFilter,
): Promise<number> {
  const key = JSON.stringify([viewer.id, filter]);
  const lately = known.get(key);
  if (lately !== undefined) return lately;
  const { total, isMore } = await countLinks(app, viewer, filter);
  if (!isMore) return total;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from links.link
    where ${matchingLinks(viewer.id, filter, app.clock.now())}`.execute(app.db);
  const all = rows[0]?.total ?? 0;
  known.set(key, all);
  return all;
}
