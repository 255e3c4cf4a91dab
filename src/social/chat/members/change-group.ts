import { t } from '../../../kernel/translation/translate.ts';
import { cleanText } from '../../../kernel/text.ts';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { longestTitle } from '../conversations/create-group.ts';
import { refuseCrowd } from '../conversations/refuse-crowd.ts';
import { lockConversation, requireMember } from '../conversations/require-member.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { addMessage } from '../messages/add-message.ts';
import { rejectSpam } from '../messages/reject-spam.ts';
import { rejectPriced } from './first-message-price.ts';
import { endMembership } from './end-membership.ts';
import { membersOf } from './members-of.ts';
import { getRecipients } from './get-recipients.ts';
import { countStrangers } from './strangers.ts';

/** Locks a group of the viewer. */
export async function lockGroup(
  app: App,
  viewer: Viewer,
  id: string,
  { asOwner = false } = {},
): Promise<void> {
  const { isGroup, isOwner } = await lockConversation(app, viewer, id);
  if (!isGroup) throw invalid('conversation_id', t('This is a direct conversation, not a group'));
  if (asOwner && !isOwner) throw new Problem('forbidden', t('Only a group owner can do that'));
}

/** Renames a group. Every member may. */
export async function renameGroup(app: App, viewer: Viewer, id: string, typed: string): Promise<void> {
  const title = cleanText(typed.replaceAll('\n', ' '), 'title', longestTitle);
  await inModeratedTransaction(app, viewer, async (app) => {
    await lockGroup(app, viewer, id);
    await rejectSpam(app, viewer, { conversationId: id, text: title, field: 'title' });
    await app.db.updateTable('social.conversation').set({ title }).where('id', '=', id).execute();
    await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'renamed', text: title });
  });
}

/**
 * Adds people to a group. They can read messages from then on. Every member may add people whom they may
 * write to.
 */
export async function addMembers(
  app: App,
  viewer: Viewer,
  id: string,
  accountIds: readonly string[],
): Promise<void> {
  await requireMember(app, viewer, id);
  await countStrangers(app, viewer, accountIds);
  await inModeratedTransaction(app, viewer, async (app) => {
    await lockGroup(app, viewer, id);
    const present = await membersOf(app, id);
    const wanted = [...new Set(accountIds)].filter((each) => !present.includes(each));
    refuseCrowd(app, present.length + wanted.length);
    const at = app.clock.now();
    const people = await getRecipients(app, viewer, wanted);
    await rejectPriced(app, viewer, people);
    for (const { id: account_id, isRequest } of people) {
      // Every addition is announced by a message.
      const { lastMessageId: last } = await requireMember(app, viewer, id);
      await app.db
        .insertInto('social.conversation_member')
        .values({
          conversation_id: id,
          account_id,
          joined_at: at,
          cleared_to: last,
          seen_to: last,
          requested_at: isRequest ? at : null,
        })
        .execute();
      await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'added', aboutId: account_id });
    }
    // The title is what strangers see first.
    const { title } = await requireMember(app, viewer, id);
    await rejectSpam(app, viewer, { conversationId: id, text: title, field: 'title' });
  });
}

/** Removes a member from a group. Only owners may. */
export async function removeMember(app: App, viewer: Viewer, id: string, accountId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockGroup(app, viewer, id, { asOwner: true });
    if (accountId === viewer.id)
      throw invalid('account', t('You cannot remove yourself. Leave the group instead.'));
    if (!(await membersOf(app, id)).includes(accountId)) throw missing(t('Member'));
    await endMembership(app, viewer.id, { conversationId: id, accountId, event: 'removed' });
  });
}

/** Makes a member an owner too. */
export async function promoteToOwner(app: App, viewer: Viewer, id: string, accountId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockGroup(app, viewer, id, { asOwner: true });
    const changed = await app.db
      .updateTable('social.conversation_member')
      .set({ is_owner: true })
      .where('conversation_id', '=', id)
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst();
    if (!changed) throw missing(t('Member'));
  });
}
