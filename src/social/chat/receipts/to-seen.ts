import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { visibleMessages } from '../conversations/memberships.ts';

/**
 * Resolves the ids that clients send to mark as read. An id of an unread message of the viewer refers to that
 * message, and any other id to a conversation.
 */
export async function toSeen(
  { db }: Pick<App, 'db'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ conversationId: string; upTo?: string }[]> {
  const messages = await visibleMessages(db, viewer.id, ids)
    .whereRef('message.id', '>', 'mine.seen_to')
    .select(['message.id', 'message.conversation_id'])
    .execute();
  const found = new Map(messages.map(({ id, conversation_id }) => [id, conversation_id]));
  return ids.map((id) => {
    const conversationId = found.get(id);
    return conversationId === undefined ? { conversationId: id } : { conversationId, upTo: id };
  });
}
