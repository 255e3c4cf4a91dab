import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { lockConversation } from './require-member.ts';

/**
 * Deletes a conversation for the viewer only. It disappears from their list and starts over with the next
 * message.
 */
export async function deleteConversation(app: App, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockConversation(app, viewer, id);
    await app.db
      .updateTable('social.conversation_member')
      .set({
        cleared_to: sql`last_message_id`,
        seen_to: sql`last_message_id`,
        pinned_at: null,
        archived_at: null,
        draft: '',
      })
      .where('conversation_id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute();
    await addLiveEvent(app, [viewer.id], 'conversation', { conversation: id, is: 'deleted' });
    await announceCounters(app, viewer.id);
  });
}
