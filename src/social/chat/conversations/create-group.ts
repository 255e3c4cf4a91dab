import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { cleanText } from '../../../kernel/text.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { getRecipients } from '../members/get-recipients.ts';
import { rejectPriced } from '../members/first-message-price.ts';
import { countStrangers } from '../members/strangers.ts';
import { addMessage } from '../messages/add-message.ts';
import { rejectSpam } from '../messages/reject-spam.ts';
import { refuseCrowd } from './refuse-crowd.ts';

export const longestTitle = 100;

interface NewGroup {
  title?: string | undefined;
  memberIds: readonly string[];
}

/** Creates a group with the viewer as its owner. Returns the conversation's id. */
export async function createGroup(app: App, viewer: Viewer, group: NewGroup): Promise<string> {
  await countStrangers(app, viewer, group.memberIds);
  return inModeratedTransaction(app, viewer, (app) => addGroup(app, viewer, group));
}

/**
 * Creates a group within `inModeratedTransaction`. The caller must call `countStrangers` for the members
 * first.
 */
export async function addGroup(
  app: App,
  viewer: Viewer,
  { title = '', memberIds }: NewGroup,
): Promise<string> {
  const others = [...new Set(memberIds)].filter((id) => id !== viewer.id);
  if (others.length === 0) throw invalid('recipients', t('Choose at least one person'));
  refuseCrowd(app, others.length + 1);
  const name = cleanText(title.replaceAll('\n', ' '), 'title', longestTitle);
  const { db, clock } = app;
  const at = clock.now();
  const members = await getRecipients(app, viewer, others);
  await rejectPriced(app, viewer, members);
  const { id } = await db
    .insertInto('social.conversation')
    .values({ is_group: true, title: name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('social.conversation_member')
    .values([
      { conversation_id: id, account_id: viewer.id, joined_at: at, is_owner: true, requested_at: null },
      ...members.map((member) => ({
        conversation_id: id,
        account_id: member.id,
        joined_at: at,
        is_owner: false,
        requested_at: member.isRequest ? at : null,
      })),
    ])
    .execute();
  await rejectSpam(app, viewer, { conversationId: id, text: name, field: 'title' });
  await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'created', text: name });
  return id;
}
