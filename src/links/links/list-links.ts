import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Link } from './link.ts';
import { selectLinks } from './queries.ts';

export interface ListedLink extends Link {
  clicks: number;
}

export interface ListOptions {
  /** By the time they were made, or by how often they were followed. */
  order: 'date' | 'click';
  /** Oldest, resp. least followed first. */
  ascending?: boolean;
  /** Part of an alias, a title or a long address; letter case does not matter. */
  search?: string | undefined;
  /** From 1. */
  page: number;
  perPage: number;
}

/** One page of the viewer's links, and how many there are over all pages. */
export async function listLinks(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { order, ascending, search, page, perPage }: ListOptions,
): Promise<{ links: ListedLink[]; total: number }> {
  const direction = ascending ? 'asc' : 'desc';
  const clicks = sql<number>`coalesce(total.clicks, 0)::float8`;
  const pattern = containing(search ?? '');
  const wanted = selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .$if(Boolean(search), (query) => query.where(sql<boolean>`(
      link.alias ilike ${pattern} or link.title ilike ${pattern} or link.url ilike ${pattern})`)); // prettier-ignore
  const links = await wanted
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select(clicks.as('clicks'))
    .$if(order === 'click', (query) => query.orderBy(clicks, direction))
    .orderBy('link.id', direction)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { links, total };
}

/** A pattern for `ilike` in which the text stands for itself. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
