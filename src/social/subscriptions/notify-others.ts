import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { NotificationKind } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import { listSubscribers, type Activity } from './list-subscribers.ts';

/** Maximum number of notifications per transaction. */
const maxAtOnce = 30;

export interface ActivityToNotify extends Activity {
  kind: Extract<NotificationKind, 'thread' | 'answer'>;
}

/** Notifies a batch of followers. Returns the last one, or undefined after the final batch. */
export async function notifySome(
  app: App,
  { kind, ...activity }: ActivityToNotify,
  after = '0',
): Promise<string | undefined> {
  const ids = await listSubscribers(app, activity, { after, max: maxAtOnce });
  for (const to of ids) await notify(app, { to, kind, by: activity.by, postId: activity.postId });
  return ids.length === maxAtOnce ? ids.at(-1) : undefined;
}

/**
 * Notifies the followers after `after`, as long as the reply is visible. Safe to retry: no one is notified
 * twice.
 */
export async function notifyOthers(
  app: App,
  { after, ...activity }: ActivityToNotify & { after: string },
): Promise<void> {
  let last: string | undefined = after;
  while (last !== undefined && (await isThere(app, activity.replyId)))
    last = await inTransaction(app, (app) => notifySome(app, activity, last));
}

const isThere = async ({ db }: App, replyId: string): Promise<boolean> =>
  (await db
    .selectFrom('social.post')
    .where('id', '=', replyId)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined;
