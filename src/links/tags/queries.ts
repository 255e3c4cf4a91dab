import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Tag } from './tag.ts';

/** Tags that are there (not deleted), with everything of `Tag`. */
export const selectTags = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.tag as tag')
    .where('tag.deleted_at', 'is', null)
    .select(['tag.id', 'tag.name', 'tag.color']);

/** A tag of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readTag(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Tag> {
  const tag = await selectTags(app)
    .where('tag.account_id', '=', viewer.id)
    .where('tag.id', '=', id)
    .executeTakeFirst();
  if (!tag) throw missing('Tag');
  return tag;
}

export const tagNameTaken = (name: string) =>
  invalid('name', `You have a tag “${name}” already; choose another name`);
