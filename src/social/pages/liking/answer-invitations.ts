import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** Resolves the viewer's invitations to like a page. */
export async function answerInvitations(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  invited: Pick<Viewer, 'id'>,
  pageId: string,
): Promise<boolean> {
  const answered = await db
    .updateTable('social.page_invitation')
    .set({ answered_at: clock.now() })
    .where('page_id', '=', pageId)
    .where('invited_id', '=', invited.id)
    .where('answered_at', 'is', null)
    .returning('page_id')
    .execute();
  return answered.length > 0;
}
