import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { selectTags } from './queries.ts';
import type { Tag } from './tag.ts';

/** The tags of links by link id, each link's by name: an entry for every id that is asked for. */
export async function tagsOfLinks(
  app: Pick<App, 'db'>,
  linkIds: readonly string[],
): Promise<Map<string, Tag[]>> {
  const rows = await selectTags(app)
    .innerJoin('links.link_tag as tagged', 'tagged.tag_id', 'tag.id')
    .select('tagged.link_id as linkId')
    .where('tagged.link_id', '=', sql<string>`any(${linkIds}::bigint[])`)
    .orderBy(sql`lower(tag.name)`)
    .execute();
  const tags = new Map<string, Tag[]>(linkIds.map((id) => [id, []]));
  for (const { linkId, ...tag } of rows) tags.get(linkId)?.push(tag);
  return tags;
}
