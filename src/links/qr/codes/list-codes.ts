import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../../platform/database/get-page.ts';
import type { Owner } from '../../owned/owned.ts';
import { linkContains } from '../../record/listing/link-contains.ts';
import type { Code } from './code.ts';
import { selectCodes, toCode } from './queries.ts';

export interface ListedCode extends Code {
  scans: number;
}

/** Returns one page of the viewer's codes, newest first. `search` matches part of a name or address. */
export async function listCodes(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string | undefined },
): Promise<PageOfRows<ListedCode>> {
  const found = selectCodes(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(linkContains([search])));
  const { rows, total } = await getPage(found, page, (listed) =>
    listed
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('scans'))
      .orderBy('link.id', 'desc'),
  );
  return { rows: rows.map((row) => ({ ...toCode(row), scans: row.scans })), total };
}
