import { sql } from 'kysely';
import { getFormerMember } from '../../../identity/account/people.ts';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { cleanText } from '../../../kernel/text.ts';
import { type App, verb, perAccount, type Rules, inTransaction, type Viewer } from '../../../platform/app.ts';
import { type PictureSource, removePicture, removeUnused, storePicture } from '../../../platform/pictures.ts';
import { addLiveEvent } from '../../live/event.ts';
import { inModeratedTransaction } from '../../moderation/moderate.ts';
import { announceCounters } from '../../notify/notify.ts';
import { endPart, leaveJoined } from '../calls/calls.ts';
import { lockConversation, requireMember } from '../conversations/conversation.ts';
import { longestChatTitle, removeConversation } from '../conversations/conversations.ts';
import { addMessage } from '../messages/add-message.ts';
import { rejectSpam } from '../messages/moderation.ts';
import { rejectPriced } from './first-message-price.ts';
import { countStrangers, getRecipients, membersOf, refuseCrowd } from './recipients.ts';
import { minutes } from '../../../kernel/time.ts';

const changingGroup: Rules = {
  name: 'chat.change-group',
  scope: 'messages',
  who: 'member',
  limit: perAccount(60, minutes(5)),
};

/** Locks a group of the viewer. */
async function lockGroup(app: App, viewer: Viewer, id: string, { asOwner = false } = {}): Promise<void> {
  const { isGroup, isAttached, isOwner } = await lockConversation(app, viewer, id);
  if (!isGroup) throw invalid('conversation_id', msg('This is a direct conversation, not a group'));
  refuseAttached(isAttached);
  if (asOwner && !isOwner) throw new Problem('forbidden', msg('Only a group owner can do that'));
}

function refuseAttached(isAttached: boolean): void {
  if (isAttached)
    throw new Problem(
      'conflict',
      msg('This is the chat of a group. Its members, name and picture are those of the group.'),
    );
}

/** Renames a group. Every member may. */
export const renameGroup = verb(
  changingGroup,
  async (app: App, viewer: Viewer, id: string, typed: string): Promise<void> => {
    const title = cleanText(typed.replaceAll('\n', ' '), 'title', longestChatTitle);
    await inModeratedTransaction(app, viewer, async (app) => {
      await lockGroup(app, viewer, id);
      await rejectSpam(app, viewer, { conversationId: id, text: title, field: 'title' });
      await app.db.updateTable('social.conversation').set({ title }).where('id', '=', id).execute();
      await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'renamed', text: title });
    });
  },
);

/**
 * Adds people to a group. They can read messages from then on. Every member may add people whom they may
 * write to.
 */
export const addMembers = verb(
  changingGroup,
  async (app: App, viewer: Viewer, id: string, accountIds: readonly string[]): Promise<void> => {
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
        await addMessage(app, {
          conversationId: id,
          authorId: viewer.id,
          event: 'added',
          aboutId: account_id,
        });
      }
      // The title is what strangers see first.
      const { title } = await requireMember(app, viewer, id);
      await rejectSpam(app, viewer, { conversationId: id, text: title, field: 'title' });
    });
  },
);

/** Removes a member from a group. Only owners may. */
export const removeChatMember = verb(
  changingGroup,
  async (app: App, viewer: Viewer, id: string, accountId: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      await lockGroup(app, viewer, id, { asOwner: true });
      if (accountId === viewer.id)
        throw invalid('account', msg('You cannot remove yourself. Leave the group instead.'));
      if (!(await membersOf(app, id)).includes(accountId)) throw missing(msg('Member'));
      await endMembership(app, viewer.id, { conversationId: id, accountId, event: 'removed' });
    });
  },
);

/** Makes a member an owner too. */
export const promoteToOwner = verb(
  changingGroup,
  async (app: App, viewer: Viewer, id: string, accountId: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      await lockGroup(app, viewer, id, { asOwner: true });
      const changed = await app.db
        .updateTable('social.conversation_member')
        .set({ is_owner: true })
        .where('conversation_id', '=', id)
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst();
      if (!changed) throw missing(msg('Member'));
    });
  },
);

/** Sets the picture of a group, re-encoded. Every member may. Deletes the previous file. */
export const setGroupPicture = verb(
  changingGroup,
  async (app: App, viewer: Viewer, id: string, source: PictureSource): Promise<void> => {
    await requireMember(app, viewer, id);
    const { path } = await storePicture(app, viewer.id, source, 'avatars', 'picture');
    try {
      await swap(app, viewer, id, path);
    } catch (error) {
      await removePicture(app, path);
      throw error;
    }
  },
);

/** Removes the picture of a group. Does nothing if there is none. */
export const deleteGroupPicture = verb(changingGroup, (app: App, viewer: Viewer, id: string): Promise<void> =>
  swap(app, viewer, id, null),
);

async function swap(app: App, viewer: Viewer, id: string, next: string | null): Promise<void> {
  const former = await inTransaction(app, async (app) => {
    await lockGroup(app, viewer, id);
    const { picture_path } = await app.db
      .selectFrom('social.conversation')
      .where('id', '=', id)
      .select('picture_path')
      .executeTakeFirstOrThrow();
    if (picture_path === next) return null;
    await app.db
      .updateTable('social.conversation')
      .set({ picture_path: next })
      .where('id', '=', id)
      .execute();
    const text = next === null ? 'removed' : '';
    await addMessage(app, { conversationId: id, authorId: viewer.id, event: 'pictured', text });
    return picture_path;
  });
  if (former !== null) removeUnused(app, former);
}

/** Leaves a group. If the last owner leaves, the earliest member becomes the owner. */
export const leaveConversation = verb(
  { name: 'chat.leave', scope: 'messages', who: 'member' },
  async (app: App, viewer: Viewer, conversationId: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const { isGroup, isAttached } = await lockConversation(app, viewer, conversationId);
      if (!isGroup)
        throw invalid('conversation_id', msg('You can only leave groups. Delete this conversation instead.'));
      refuseAttached(isAttached);
      await endMembership(app, viewer.id, { conversationId, accountId: viewer.id, event: 'left' });
    });
  },
);

/** Ends an account's membership of a locked group. They can no longer read it. */
async function endMembership(
  app: App,
  actorId: string,
  ended: { conversationId: string; accountId: string; event: 'left' | 'removed' },
): Promise<void> {
  const { conversationId, accountId, event } = ended;
  await app.db
    .deleteFrom('social.conversation_member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .execute();
  const isEmpty = !(await ensureOwner(app, conversationId));
  if (isEmpty) await removeConversation(app, conversationId);
  else {
    await endPart(app, conversationId, accountId);
    await addMessage(app, { conversationId, authorId: actorId, event, aboutId: accountId });
  }
  await addLiveEvent(app, [accountId], 'conversation', { conversation: conversationId, is: 'left' });
  await announceCounters(app, accountId);
}

/**
 * Makes the earliest member the owner if a group has none. Returns false if the conversation has no members
 * left.
 */
async function ensureOwner({ db }: Pick<App, 'db'>, conversationId: string): Promise<boolean> {
  const next = await db
    .selectFrom('social.conversation_member as member')
    .innerJoin('social.conversation as conversation', 'conversation.id', 'member.conversation_id')
    .where('conversation_id', '=', conversationId)
    .orderBy('is_owner', 'desc')
    .orderBy('joined_at')
    .orderBy('account_id')
    .select(['account_id', 'is_owner', 'is_group'])
    .limit(1)
    .executeTakeFirst();
  if (next?.is_group && !next.is_owner)
    await db
      .updateTable('social.conversation_member')
      .set({ is_owner: true })
      .where('conversation_id', '=', conversationId)
      .where('account_id', '=', next.account_id)
      .execute();
  return next !== undefined;
}

/**
 * Removes an erased account from chat. Its messages and their files stay for the others, as those of a former
 * member. Its groups get new owners, and conversations without members are deleted.
 */
export async function eraseFromChat(app: App, accountId: string): Promise<void> {
  const { db } = app;
  await leaveJoined(app, accountId);
  const joined = await db
    .deleteFrom('social.conversation_member')
    .where('account_id', '=', accountId)
    .returning('conversation_id')
    .execute();
  for (const { conversation_id: id } of joined)
    if (!(await ensureOwner(app, id))) await removeConversation(app, id);
  await sql`update social.upload set account_id = ${await getFormerMember(app)}
    where account_id = ${accountId} and path in (
      select file.path from social.message_file as file
      join social.message as message on message.id = file.message_id
      where message.author_id = ${accountId})`.execute(db);
}
