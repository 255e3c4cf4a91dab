import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectTags } from './queries.ts';
import type { Tag } from './tag.ts';

export interface ListedTag extends Tag {
  /** On how many links it is. */
  links: number;
}

/** One page of the viewer's tags by name, and how many there are in all. */
export async function listTags(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ tags: ListedTag[]; total: number }> {
  const own = selectTags(app).where('tag.account_id', '=', viewer.id);
  const tags = await own
    .select(countLinks.as('links'))
    .orderBy(sql`lower(tag.name)`)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await own
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { tags, total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link_tag
  join links.link on link.id = link_tag.link_id and link.deleted_at is null
  where link_tag.tag_id = tag.id
)`;
