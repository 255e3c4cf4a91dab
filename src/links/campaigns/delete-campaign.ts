import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Takes a campaign of the viewer's away, its rotator and list too. Its links stay; `restoreCampaign` brings it back. */
export async function deleteCampaign(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const deleted = await db
    .updateTable('links.campaign')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing('Campaign');
}
