import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Takes a channel of the viewer's away. Its items stay, and are in it no more; `restoreChannel` brings it back. */
export async function deleteChannel(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const deleted = await db
    .updateTable('links.channel')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing('Channel');
}
