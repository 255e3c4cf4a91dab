import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addLiveEvent } from '../../live/add-event.ts';
import { announceCounters } from '../../notify/announce-counters.ts';
import { closePushed } from '../push/push-job.ts';
import { membersOf } from '../members/members-of.ts';

/**
 * Marks conversations as read, up to their newest message or the given one. Ignores conversations that the
 * viewer is not a member of.
 */
export async function markSeen(
  app: App,
  viewer: Viewer,
  seen: readonly { conversationId: string; upTo?: string }[],
): Promise<void> {
  await inTransaction(app, async (app) => {
    let changed = false;
    for (const { conversationId, upTo } of seen) {
      const row = await app.db
        .updateTable('social.conversation_member')
        .set({
          seen_to: sql`least(last_message_id, ${upTo ?? null}::bigint)`,
          seen_at: app.clock.now(),
        })
        .where('conversation_id', '=', conversationId)
        .where('account_id', '=', viewer.id)
        .where('seen_to', '<', sql<string>`least(last_message_id, ${upTo ?? null}::bigint)`)
        .returning(['requested_at', 'seen_to'])
        .executeTakeFirst();
      if (!row) continue;
      changed = true;
      await closePushed(app, viewer.id, conversationId);
      const readers = row.requested_at === null ? await membersOf(app, conversationId) : [viewer.id];
      await addLiveEvent(app, readers, 'seen', { conversation: conversationId, account: viewer.id });
    }
    if (changed) await announceCounters(app, viewer.id);
  });
}
