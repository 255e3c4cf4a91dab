import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { lockConversation } from '../conversations/require-member.ts';
import { announceChange } from './announce-change.ts';
import { removeFiles } from './message-files.ts';
import { requireReadable } from './require-readable.ts';

/**
 * Deletes a message: for everyone if it is the viewer's own and they did not choose to delete it only for
 * themselves.
 */
export async function deleteMessage(
  app: App,
  viewer: Viewer,
  id: string,
  wanted?: 'me' | 'everybody',
): Promise<void> {
  await inTransaction(app, async (app) => {
    const { conversationId } = await requireReadable(app, viewer, id);
    await lockConversation(app, viewer, conversationId);
    const { isMine, isEvent } = await requireReadable(app, viewer, id);
    const isForAll = wanted === 'everybody' || (wanted === undefined && isMine && !isEvent);
    if (isForAll && (!isMine || isEvent))
      throw invalid('for', t('You can only delete this message for yourself'));
    if (isForAll) await deleteForAll(app, id);
    else await hide(app, viewer, id);
    await announceChange(app, { id, conversationId }, isForAll ? undefined : [viewer.id]);
  });
}

async function deleteForAll(app: App, id: string): Promise<void> {
  await app.db
    .updateTable('social.message')
    .set({ deleted_at: app.clock.now(), text: '', link: null, reply_to_id: null })
    .where('id', '=', id)
    .execute();
  await app.db.deleteFrom('social.message_mention').where('message_id', '=', id).execute();
  await app.db.deleteFrom('social.message_reaction').where('message_id', '=', id).execute();
  await removeFiles(app, id);
}

async function hide({ db }: App, viewer: Viewer, message_id: string): Promise<void> {
  await db
    .insertInto('social.message_hidden')
    .values({ message_id, account_id: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
