import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { tagsByName } from './tags-by-name.ts';
import { parseTagName } from './texts.ts';

/** Adds a tag to links. The caller must check ownership of the links. */
export async function tagLinks(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  linkIds: readonly string[],
  name: string,
): Promise<void> {
  const [tag] = await tagsByName(app, viewer, [parseTagName(name, 'tag')]);
  await sql`insert into links.link_tag (link_id, tag_id)
    select id, ${tag?.id} from unnest(${linkIds}::bigint[]) as id on conflict do nothing`.execute(app.db);
}

/** Removes a tag from the viewer's links. Links without it are not affected. */
export async function untagLinks(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  linkIds: readonly string[],
  name: string,
): Promise<void> {
  await sql`delete from links.link_tag using links.tag
    where tag.id = link_tag.tag_id and tag.account_id = ${viewer.id} and tag.deleted_at is null
      and lower(tag.name) = lower(${parseTagName(name, 'tag')})
      and link_tag.link_id = any(${linkIds}::bigint[])`.execute(db);
}
