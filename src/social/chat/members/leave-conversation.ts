import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { lockConversation } from '../conversations/require-member.ts';
import { endMembership } from './end-membership.ts';

/** Leaves a group. If the last owner leaves, the earliest member becomes the owner. */
export async function leaveConversation(app: App, viewer: Viewer, conversationId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { isGroup } = await lockConversation(app, viewer, conversationId);
    if (!isGroup)
      throw invalid('conversation_id', t('You can only leave groups. Delete this conversation instead.'));
    await endMembership(app, viewer.id, { conversationId, accountId: viewer.id, event: 'left' });
  });
}
