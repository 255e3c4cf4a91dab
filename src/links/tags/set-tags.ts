import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getLink } from '../record/get-link.ts';
import { tagsByName } from './tags-by-name.ts';
import { parseTagNames } from './texts.ts';

/** Replaces the tags of one of the viewer's links. Unknown names create new tags. */
export async function setTags(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  names: readonly string[],
): Promise<void> {
  const wanted = parseTagNames(names);
  await inTransaction(app, async (app) => {
    const { id } = await getLink(app, viewer, linkId);
    const tags = await tagsByName(app, viewer, wanted);
    await app.db
      .deleteFrom('links.link_tag')
      .where('link_id', '=', id)
      .where('tag_id', '<>', sql<string>`all(${tags.map((tag) => tag.id)}::bigint[])`)
      .execute();
    if (tags.length === 0) return;
    await app.db
      .insertInto('links.link_tag')
      .values(tags.map((tag) => ({ link_id: id, tag_id: tag.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
