import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { visibleMessages } from '../conversations/memberships.ts';

/**
 * Apps name either messages that were read or conversations. An id of an unread message of the viewer's is that message, and any
 * other one a conversation.
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
