import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { listMessages } from '../messages/list-messages.ts';
import { toConversationRecord, toMessageRecords, type ThreadRecord } from '../wire.ts';
import type { Conversation } from './conversation.ts';

/** Returns a conversation with its newest messages, which existing apps expect when they open it. */
export async function getThread(
  app: App,
  viewer: Viewer,
  conversation: Conversation,
): Promise<Static<typeof ThreadRecord>> {
  const { items, hasMore } = await listMessages(app, viewer, conversation.id);
  return {
    ...toConversationRecord(app, conversation),
    messages: toMessageRecords(app, items),
    has_more: hasMore,
  };
}
