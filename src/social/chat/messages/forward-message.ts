import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { requireReadable } from './require-readable.ts';
import { sendMessage } from './send-message.ts';

/** Sends the text and files of a message to another conversation. */
export async function forwardMessage(
  app: App,
  viewer: Viewer,
  id: string,
  conversationId: string,
): Promise<void> {
  const { text, isEvent } = await requireReadable(app, viewer, id);
  if (isEvent) throw invalid('message_id', t('This message cannot be forwarded'));
  await sendMessage(app, viewer, { conversationId, text, forwardedId: id });
}
