import type { App } from '../../../platform/app.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { endPart } from '../calls/leave-calls.ts';
import { removeConversation } from '../conversations/remove-conversation.ts';
import { addMessage } from '../messages/add-message.ts';

/** Ends an account's membership of a locked group. They can no longer read it. */
export async function endMembership(
  app: App,
  actorId: string,
  ended: { conversationId: string; accountId: string; event: 'left' | 'removed' },
): Promise<void> {
  const { conversationId, accountId, event } = ended;
  await app.db
    .deleteFrom('social.conversation_member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .execute();
  const isEmpty = !(await ensureOwner(app, conversationId));
  if (isEmpty) await removeConversation(app, conversationId);
  else {
    await endPart(app, conversationId, accountId);
    await addMessage(app, { conversationId, authorId: actorId, event, aboutId: accountId });
  }
  await addLiveEvent(app, [accountId], 'conversation', { conversation: conversationId, is: 'left' });
  await announceCounters(app, accountId);
}

/**
 * Makes the earliest member the owner if a group has none. Returns false if the conversation has no members
 * left.
 */
export async function ensureOwner({ db }: Pick<App, 'db'>, conversationId: string): Promise<boolean> {
  const next = await db
    .selectFrom('social.conversation_member as member')
    .innerJoin('social.conversation as conversation', 'conversation.id', 'member.conversation_id')
    .where('conversation_id', '=', conversationId)
    .orderBy('is_owner', 'desc')
    .orderBy('joined_at')
    .orderBy('account_id')
    .select(['account_id', 'is_owner', 'is_group'])
    .limit(1)
    .executeTakeFirst();
  if (next?.is_group && !next.is_owner)
    await db
      .updateTable('social.conversation_member')
      .set({ is_owner: true })
      .where('conversation_id', '=', conversationId)
      .where('account_id', '=', next.account_id)
      .execute();
  return next !== undefined;
}
