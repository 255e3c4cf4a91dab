import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob } from '../../../platform/jobs.ts';
import { claimPushes } from '../../chat/push/claim-pushes.ts';
import { conversationTag } from '../../chat/push/conversation-tag.ts';
import { pushToReader } from '../../chat/push/push-job.ts';
import { getConversations } from '../../chat/conversations/get-conversations.ts';
import { isMissed } from '../../chat/calls/outcome.ts';
import { previewOf } from '../../chat/messages/preview-of.ts';
import { getMessages } from '../../chat/messages/get-messages.ts';
import { pushToAll } from './push-to-all.ts';

interface Message {
  id: string;
  conversationId: string;
}

/** Queues a push job for each member who has not read the message. One failure does not delay the others. */
export const queueChatPushes = (app: App, message: Message): Promise<void> =>
  inTransaction(app, async (app) => {
    for (const reader of await claimPushes(app, message))
      await addJob(app, pushToReader, { ...message, ...reader });
  });

/** Pushes a message to the browsers of one reader, with one notification per conversation. */
export async function sendChatPush(
  app: App,
  { id, conversationId, accountId, isMentioned }: Message & { accountId: string; isMentioned: boolean },
): Promise<void> {
  await pushToAll(app, accountId, async (viewer) => {
    const [message] = await getMessages(app, viewer, [id]);
    const [conversation] = await getConversations(app, viewer, [conversationId], 4);
    if (!message || message.isDeleted || !conversation) return undefined;
    if (message.call && !isMissed(message.call)) return undefined;
    const preview = previewOf(message);
    const author = message.author?.name ?? conversation.name;
    const who = isMentioned ? t('{name} mentioned you', { name: author }) : author;
    return {
      title: conversation.name,
      body: conversation.isGroup && !message.event ? `${who}: ${preview}` : preview,
      url: `/messages/${conversationId}`,
      tag: conversationTag(conversationId),
    };
  });
}

/** Closes the notification of a conversation in all browsers that showed it. */
export async function sendDismissPush(
  app: App,
  { accountId, conversationId }: { accountId: string; conversationId: string },
): Promise<void> {
  await pushToAll(app, accountId, () => Promise.resolve({ close: conversationTag(conversationId) }));
}
