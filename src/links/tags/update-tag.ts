import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readTag, tagNameTaken } from './queries.ts';
import type { Tag, TagInput } from './tag.ts';
import { readTagColor, readTagName } from './texts.ts';

/** Changes what is given of a tag of the viewer's, wherever it is used. */
export async function updateTag(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: TagInput,
): Promise<Tag> {
  return inTransaction(app, async (app) => {
    await lockRow(app, 'links.tag', id);
    const before = await readTag(app, viewer, id);
    const name = change.name === undefined ? before.name : readTagName(change.name);
    const color = change.color?.trim() ? readTagColor(change.color, name) : before.color;
    await app.db
      .updateTable('links.tag')
      .set({ name, color })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'tag_name') ? tagNameTaken(name) : error;
      });
    return { id, name, color };
  });
}
