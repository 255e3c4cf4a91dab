import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { changeOwned, type Owner } from '../owned/owned.ts';
import { ownedTags, tagNameTaken } from './queries.ts';
import type { Tag, TagInput } from './tag.ts';
import { parseTagColor, parseTagName } from './texts.ts';

/** Updates the given fields of one of the viewer's tags. */
export const updateTag = (app: App, viewer: Owner, id: string, change: TagInput): Promise<Tag> =>
  changeOwned(app, viewer, ownedTags, id, async ({ db }, before) => {
    const name = change.name === undefined ? before.name : parseTagName(change.name);
    const color = change.color?.trim() ? parseTagColor(change.color, name) : before.color;
    await db
      .updateTable('links.tag')
      .set({ name, color })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error, 'tag_name') ? tagNameTaken(name) : error;
      });
    return { id, name, color };
  });
