import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { nameContains } from '../../../platform/database/name-matches.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../../platform/database/get-page.ts';
import type { Owner } from '../../owned/owned.ts';
import type { Bio } from './bio.ts';
import { selectBios } from './queries.ts';

export interface ListedBio extends Bio {
  visits: number;
  blocks: number;
}

/**
 * Returns one page of the viewer's bio pages, newest first. `search` matches part of an alias or name,
 * ignoring case.
 */
export function listBios(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string | undefined },
): Promise<PageOfRows<ListedBio>> {
  const found = selectBios(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql`link.alias || ' ' || link.title`, search)));
  return getPage(found, page, (listed) =>
    listed
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select([sql<number>`coalesce(total.clicks, 0)::float8`.as('visits'), countBlocks.as('blocks')])
      .orderBy('link.id', 'desc'),
  );
}

const countBlocks = sql<number>`(
  select count(*)::float8 from links.bio_block block where block.link_id = link.id and block.deleted_at is null
)`;
