import { findViewer } from '../../identity/account/viewer.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { getNotification } from './list-notifications.ts';
import type { Notification } from './notification.ts';

/**
 * Claims a notification for delivery by email or push, so that it is delivered once. Returns undefined if it
 * was delivered, read or withdrawn, is no longer visible to its receiver, or was switched off since.
 */
export async function claimDelivery(
  app: App,
  id: string,
  by: 'mailed_at' | 'pushed_at',
): Promise<{ viewer: Viewer; notification: Notification } | undefined> {
  const claimed = await app.db
    .updateTable('social.notification as notification')
    .set({ [by]: app.clock.now() })
    .where('id', '=', id)
    .where(by, 'is', null)
    .where('read_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('social.notification_choice as choice')
            .whereRef('choice.account_id', '=', 'notification.account_id')
            .whereRef('choice.kind', '=', 'notification.kind')
            .where(by === 'mailed_at' ? 'choice.by_mail' : 'choice.by_push', '=', false)
            .select('choice.kind'),
        ),
      ),
    )
    .returning('account_id')
    .executeTakeFirst();
  const viewer = claimed && (await findViewer(app, claimed.account_id));
  if (!viewer) return undefined;
  const notification = await getNotification(app, viewer, id).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'missing') return undefined;
    throw error;
  });
  return notification && { viewer, notification };
}
