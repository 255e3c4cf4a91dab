import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';

/** Whether the viewer has a pending invitation to like the page. */
export async function isInvited({ db }: Pick<App, 'db'>, viewer: Viewer, pageId: string): Promise<boolean> {
  const found = await db
    .selectFrom('social.page_invitation as asked')
    .where('asked.invited_id', '=', viewer.id)
    .where('asked.page_id', '=', pageId)
    .where('asked.answered_at', 'is', null)
    .where((eb) => eb.not(blockedBetween('asked.inviter_id', viewer.id)))
    .select('asked.page_id')
    .executeTakeFirst();
  return found !== undefined;
}
