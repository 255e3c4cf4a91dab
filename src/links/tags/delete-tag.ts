import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Takes a tag of the viewer's away, from all links. `restoreTag` brings it back onto them. */
export async function deleteTag(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const deleted = await db
    .updateTable('links.tag')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing('Tag');
}
