import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { tagNameTaken } from './queries.ts';
import type { Tag, TagInput } from './tag.ts';
import { parseTagColor, parseTagName } from './texts.ts';

/** Creates a tag. Rejects a name that the viewer already uses, also for concurrent requests. */
export async function addTag(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  input: TagInput,
): Promise<Tag> {
  const name = parseTagName(input.name ?? '');
  const color = parseTagColor(input.color, name);
  const created = await db
    .insertInto('links.tag')
    .values({ account_id: viewer.id, name, color, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) throw tagNameTaken(name);
  return { id: created.id, name, color };
}
