import { findViewer } from '../../../identity/account/viewer.ts';
import type { App } from '../../../platform/app.ts';
import { conversationTag } from '../../chat/push/conversation-tag.ts';
import { claimPushes } from '../../chat/push/claim-pushes.ts';
import { readConversation } from '../../chat/conversations/find-conversation.ts';
import { previewOf } from '../../chat/messages/preview-of.ts';
import { readMessages } from '../../chat/messages/read-messages.ts';
import { pushTo } from './push-to.ts';
import { listSubscriptions } from './subscriptions.ts';

/** Sends a message to the browsers of those who have not read it: one notification for each conversation. */
export async function sendChatPush(
  app: App,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<void> {
  for (const accountId of await claimPushes(app, { id, conversationId })) {
    const subscriptions = await listSubscriptions(app, accountId);
    const viewer = subscriptions.length > 0 ? await findViewer(app, accountId) : undefined;
    const [message] = viewer ? await readMessages(app, viewer, [id]) : [];
    if (!viewer || !message || message.isDeleted) continue;
    const conversation = await readConversation(app, viewer, conversationId);
    const preview = previewOf(message);
    const author = message.author?.name ?? conversation.name;
    const body = JSON.stringify({
      title: conversation.name,
      body: conversation.isGroup && !message.event ? `${author}: ${preview}` : preview,
      url: `/messages/${conversationId}`,
      tag: conversationTag(conversationId),
    });
    await Promise.all(subscriptions.map((subscription) => pushTo(app, subscription, body)));
  }
}
