import { t } from '../../../kernel/translation/translate.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import { tokensIn } from '../../text/tokens-in.ts';
import { lockConversation } from '../conversations/require-member.ts';
import { announceChange } from './announce-change.ts';
import { longestMessage } from './message.ts';
import { previewLink } from './preview-link.ts';
import { rejectSpam } from './reject-spam.ts';
import { requireReadable } from './require-readable.ts';
import { saveMentions } from './save-mentions.ts';

/** Edits the text of the viewer's own message and marks it as edited. */
export async function editMessage(app: App, viewer: Viewer, id: string, typed: string): Promise<void> {
  const text = cleanText(typed, 'message', longestMessage);
  await inModeratedTransaction(app, viewer, async (app) => {
    const { conversationId } = await requireReadable(app, viewer, id);
    await lockConversation(app, viewer, conversationId);
    const message = await requireReadable(app, viewer, id);
    if (!message.isMine || message.isEvent)
      throw new Problem('forbidden', t('You can only edit your own messages'));
    if (isBlank(text)) throw invalid('message', t('Enter a message, or delete it'));
    if (text === message.text) return;
    await rejectSpam(app, viewer, { id, conversationId, text, field: 'message' });
    const link = linksIn(tokensIn(text))[0] ?? null;
    await app.db
      .updateTable('social.message')
      .set({ text, link, edited_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await saveMentions(app, { id, conversationId, authorId: viewer.id, text });
    await previewLink(app, { id, conversationId, link });
    await announceChange(app, message);
  });
}
