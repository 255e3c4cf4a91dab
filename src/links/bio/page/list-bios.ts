import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { nameContains } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Bio } from './bio.ts';
import { selectBios } from './queries.ts';

export interface ListedBio extends Bio {
  visits: number;
  blocks: number;
}

interface BioList {
  /** Part of an alias or a name; letter case does not matter. */
  search?: string | undefined;
  /** From 1. */
  page: number;
  perPage: number;
}

/** One page of the viewer's bio pages, newest first; and how many there are over all pages. */
export async function listBios(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { search = '', page, perPage }: BioList,
): Promise<{ bios: ListedBio[]; total: number }> {
  const wanted = selectBios(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql`link.alias || ' ' || link.title`, search)));
  const bios = await wanted
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select([sql<number>`coalesce(total.clicks, 0)::float8`.as('visits'), countBlocks.as('blocks')])
    .orderBy('link.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { bios, total };
}

const countBlocks = sql<number>`(
  select count(*)::float8 from links.bio_block block where block.link_id = link.id and block.deleted_at is null
)`;
