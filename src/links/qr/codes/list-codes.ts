import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { linkContains } from '../../record/listing/link-contains.ts';
import type { Code } from './code.ts';
import { selectCodes, toCode } from './queries.ts';

export interface ListedCode extends Code {
  scans: number;
}

/** One page of the viewer's codes, newest first, and how many there are over all pages. `search`: part of a name or address. */
export async function listCodes(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage, search = '' }: { page: number; perPage: number; search?: string | undefined },
): Promise<{ codes: ListedCode[]; total: number }> {
  const wanted = selectCodes(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(linkContains(search)));
  const rows = await wanted
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('scans'))
    .orderBy('link.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { codes: rows.map((row) => ({ ...toCode(row), scans: row.scans })), total };
}
