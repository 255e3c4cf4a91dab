import { cleanText } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { longestMessage } from '../messages/message.ts';
import { requireMember } from './require-member.ts';

/** Stores the viewer's draft in a conversation. An empty text deletes it. */
export async function saveDraft(app: App, viewer: Viewer, id: string, typed: string): Promise<void> {
  const draft = cleanText(typed, 'message', longestMessage);
  await requireMember(app, viewer, id);
  await app.db
    .updateTable('social.conversation_member')
    .set({ draft })
    .where('conversation_id', '=', id)
    .where('account_id', '=', viewer.id)
    .execute();
}
