import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { announceCounters } from '../notify/notify.ts';

/** Marks all notifications as seen, which resets the counter. */
export async function markSeen(app: App, viewer: Viewer): Promise<void> {
  const seen = await app.db
    .updateTable('social.notification')
    .set({ seen_at: app.clock.now() })
    .where('account_id', '=', viewer.id)
    .where('seen_at', 'is', null)
    .returning('id')
    .execute();
  if (seen.length > 0) await announceCounters(app, viewer.id);
}

/** Marks one notification or all as read. Later events start a new notification. */
export async function markRead(app: App, viewer: Viewer, id?: string): Promise<void> {
  const at = app.clock.now();
  const read = await app.db
    .updateTable('social.notification')
    .set((eb) => ({ read_at: at, seen_at: eb.fn.coalesce('seen_at', eb.val(at)) }))
    .where('account_id', '=', viewer.id)
    .where('read_at', 'is', null)
    .$call(whenGiven(id, (query, id) => query.where('id', '=', id)))
    .returning('id')
    .execute();
  if (read.length > 0) await announceCounters(app, viewer.id);
}
