import { sql } from 'kysely';
import { getPrivacy, sharesSignal } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { blockedBetween } from '../../people/between.ts';
import { closePushed } from '../push/push-job.ts';

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
    const unread = await listUnread(
      app,
      viewer,
      seen.map(({ conversationId }) => conversationId),
    );
    for (const { conversationId, upTo } of seen.filter((each) => unread.has(each.conversationId))) {
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
      const readers = row.requested_at === null ? await listReceivers(app, viewer, conversationId) : [];
      await addLiveEvent(app, [viewer.id, ...readers], 'seen', { conversation: conversationId });
    }
    if (changed) await announceCounters(app, viewer.id);
  });
}

/** Returns which of the conversations have unread messages, in one query, as most of many ids need no change. */
async function listUnread({ db }: App, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('social.conversation_member')
    .where('account_id', '=', viewer.id)
    .where('conversation_id', '=', sql<string>`any(${ids}::bigint[])`)
    .whereRef('seen_to', '<', 'last_message_id')
    .select('conversation_id')
    .execute();
  return new Set(rows.map(({ conversation_id }) => conversation_id));
}

/** Returns the other members who may know that the viewer has read: both sides share receipts. */
async function listReceivers(app: App, viewer: Viewer, conversationId: string): Promise<string[]> {
  if (!(await getPrivacy(app, viewer.id)).shares.receipts) return [];
  const rows = await app.db
    .selectFrom('social.conversation_member as member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '<>', viewer.id)
    .where('requested_at', 'is', null)
    .where(sharesSignal('member.account_id', 'receipts'))
    .where((eb) => eb.not(blockedBetween('member.account_id', viewer.id)))
    .select('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
