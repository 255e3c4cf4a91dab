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

/** A link with what its owner's list says of it. */
export interface LinkRow extends ListedLink {
  lastClickAt: Date | null;
  isDisabled: boolean;
  isSuspended: boolean;
  /** Whether visitors are asked for a password. */
  isLocked: boolean;
  /** After so many clicks it has expired. */
  clickLimit: number | null;
}

interface ListOptions {
  filter?: LinkFilter;
  order: LinkOrder;
  /** Oldest, resp. least followed first. */
  ascending?: boolean;
  /** From 1. */
  page: number;
  perPage: number;
}

type Reads = Pick<App, 'db' | 'clock'>;

/** One page of the viewer's links. */
export async function listLinks(
  app: Reads,
  viewer: Pick<Viewer, 'id'>,
  options: ListOptions,
): Promise<LinkRow[]> {
  return listMatching(app, await findMatching(app, viewer.id, options.filter ?? {}), options);
}

/** The same, and how many there are, as far as is worth counting. */
export async function listAndCountLinks(
  app: Reads,
  viewer: Pick<Viewer, 'id'>,
  options: ListOptions,
): Promise<{ links: LinkRow[]; count: LinkCount }> {
  const matching = await findMatching(app, viewer.id, options.filter ?? {});
  return { links: await listMatching(app, matching, options), count: await countMatching(app, matching) };
}

/** The same, and how many there are in all. */
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
  return readListed(app, await orderedIds(app, matching, slice));
}

/** The links with these ids, in the order of the ids. Whose they are is the caller's business. */
async function readListed(app: Pick<App, 'db'>, ids: readonly string[]): Promise<LinkRow[]> {
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
