import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { requireReadable } from './require-readable.ts';
import { sendMessage, type NewMessage } from './send-message.ts';

/** The destination: a conversation, or people. More than one person creates a group. */
type Destination = Pick<NewMessage, 'conversationId' | 'recipients' | 'price'>;

/** Sends the text and files of a message elsewhere. Returns the id of that conversation. */
export async function forwardMessage(app: App, viewer: Viewer, id: string, to: Destination): Promise<string> {
  const { text, isEvent } = await requireReadable(app, viewer, id);
  if (isEvent) throw invalid('message_id', t('This message cannot be forwarded'));
  const { conversationId } = await sendMessage(app, viewer, { ...to, text, forwardedId: id });
  return conversationId;
}
