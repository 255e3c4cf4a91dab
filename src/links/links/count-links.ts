import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { matchingLinks, type LinkFilter } from './link-filter.ts';

/** Counting further would cost more the more there is; nobody turns that many pages. */
export const mostCounted = 10_000;

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

/** All of them, however many: for answers that must say the number of the last page. */
export async function countAllLinks(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  filter: LinkFilter,
): Promise<number> {
  const { total, isMore } = await countLinks(app, viewer, filter);
  if (!isMore) return total;
  const { rows } = await sql<{ total: number }>`
    select count(*)::float8 as total from links.link
    where ${matchingLinks(viewer.id, filter, app.clock.now())}`.execute(app.db);
  return rows[0]?.total ?? 0;
}
