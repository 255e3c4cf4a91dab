import type { App } from '../../../platform/app.ts';
import type { Json } from '../../../platform/broadcast.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getConversation } from '../conversations/find-conversation.ts';
import { getMessages } from '../messages/get-messages.ts';
import { toConversationRecord, toMessageRecord, toReceipts } from '../wire.ts';

type Emit = (event: string, data: object) => void;

interface Happened {
  conversation: string;
  id?: string;
  isNew?: boolean;
  is?: 'left' | 'deleted';
}

/** Emits chat events under the names that existing apps listen for. Other live events are only for pages. */
export async function sendEvent(
  app: App,
  viewer: Viewer,
  { name, data }: { name: string; data: Json },
  emit: Emit,
): Promise<void> {
  const { conversation: id, id: messageId = '', isNew, is } = data as unknown as Happened;
  if (name === 'conversation' && is === 'left') {
    emit('event_server_leave_conversation', { conversation_id: id });
    return;
  }
  if (name === 'conversation' && is === 'deleted') {
    emit('event_server_delete_conversation', { conversation_id: id });
    return;
  }
  if (name !== 'message' && name !== 'seen' && name !== 'typing') return;
  const conversation = await getConversation(app, viewer, id);
  const receipts = { conversation_id: id, ...toReceipts(conversation) };
  if (name === 'seen') {
    emit('event_server_seen', receipts);
    return;
  }
  if (name === 'typing') {
    emit('event_server_typing', receipts);
    return;
  }
  const [message] = await getMessages(app, viewer, [messageId]);
  if (!message) return;
  const record = toMessageRecord(app, message);
  if (!isNew) {
    emit('event_server_message_updated', { conversation_id: id, message: record });
    return;
  }
  emit('event_server_message_received', {
    conversation: toConversationRecord(app, conversation),
    last_message: record,
    is_me: message.isMine,
  });
}
