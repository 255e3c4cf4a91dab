import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { App } from '../../platform/app.ts';
import { selectTags } from './queries.ts';
import type { Tag } from './tag.ts';

/** SQL for the tags of the link in `column`, by name, as JSON. */
export const tagsOf = (app: Pick<App, 'db'>, column: string) =>
  jsonArrayFrom(
    selectTags(app)
      .clearSelect()
      .innerJoin('links.link_tag as tagged', 'tagged.tag_id', 'tag.id')
      .where('tagged.link_id', '=', sql.ref<string>(column))
      .orderBy(sql`lower(tag.name)`)
      .select([sql<string>`tag.id::text`.as('id'), 'tag.name', 'tag.color']),
  );

/** Returns the tags of links by link id, sorted by name, with an entry for every requested id. */
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
