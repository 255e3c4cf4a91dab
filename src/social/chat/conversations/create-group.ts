import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { cleanText } from '../../../kernel/clean-text.ts';
import { readWriting } from '../members/read-writing.ts';
import { refusePriced } from '../members/first-message-price.ts';
import { addMessage } from '../messages/add-message.ts';

export const longestTitle = 100;

/** Begins a group with the viewer as its owner. Returns the conversation's id. */
export async function createGroup(
  app: App,
  viewer: Viewer,
  { title = '', memberIds }: { title?: string; memberIds: readonly string[] },
): Promise<string> {
  const others = [...new Set(memberIds)].filter((id) => id !== viewer.id);
  if (others.length === 0) throw invalid('recipients', t('Choose at least one person'));
  refuseCrowd(app, others.length + 1);
  const name = cleanText(title.replaceAll('\n', ' '), 'title', longestTitle);
  return inTransaction(app, async (app) => {
    const { db, clock } = app;
    const at = clock.now();
    const members = await readWriting(app, viewer, others);
    await refusePriced(app, viewer, members);
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
    await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'created', text: name });
    return id;
  });
}

export function refuseCrowd({ config }: Pick<App, 'config'>, members: number): void {
  if (members > config.CHAT_GROUP_MEMBERS)
    throw invalid(
      'recipients',
      t('A group has at most {CHAT_GROUP_MEMBERS} members', {
        CHAT_GROUP_MEMBERS: config.CHAT_GROUP_MEMBERS,
      }),
    );
}
