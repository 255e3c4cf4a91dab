import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Link } from '../link.ts';
import { selectLinks } from '../queries.ts';
import { countAllMatching, countMatching, type LinkCount } from './count-links.ts';
import { findMatching, type Matching } from './find-matching.ts';
import type { LinkFilter } from './link-filter.ts';
import { orderedIds, type LinkOrder } from './link-order.ts';

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

/** Returns one page of the viewer's links. */
export async function listLinks(
  app: Reads,
  viewer: Pick<Viewer, 'id'>,
  options: ListOptions,
): Promise<LinkRow[]> {
  return listMatching(app, await findMatching(app, viewer.id, options.filter ?? {}), options);
}

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
  const links = await selectLinks(app)
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select([
      sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'),
      'total.last_click_at as lastClickAt',
      'link.click_limit as clickLimit',
      sql<boolean>`link.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`link.suspended_at is not null`.as('isSuspended'),
      sql<boolean>`link.password_hash is not null`.as('isLocked'),
    ])
    .where('link.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const byId = new Map(links.map((link) => [link.id, link]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
