import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { copyFiles } from './message-files.ts';
import { requireReadable } from './require-readable.ts';
import { sendMessage } from './send-message.ts';

/** Sends what a message says, and its files, to another conversation. */
export async function forwardMessage(
  app: App,
  viewer: Viewer,
  id: string,
  conversationId: string,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const { text, isEvent } = await requireReadable(app, viewer, id);
    if (isEvent) throw invalid('message', t('This cannot be forwarded'));
    const sent = await sendMessage(app, viewer, { conversationId, text, isForwarded: true, hasFiles: true });
    await copyFiles(app, id, sent.id);
  });
}
