import { sql } from 'kysely';
import { msg, Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { refuseManagingGroup } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';
import { endPart } from '../chat/calls/calls.ts';
import { removeConversation } from '../chat/conversations/conversations.ts';
import { membersOf } from '../chat/members/recipients.ts';
import { addMessage } from '../chat/messages/add-message.ts';
import { addLiveEvent } from '../live/event.ts';
import { announceCounters } from '../notify/notify.ts';
import { getGroup } from './groups.ts';

/** Attaches a chat to a group, or deletes it with its messages. Does nothing if it is as wanted. */
export const setGroupChat = verb(
  { name: 'groups.chat', who: 'member', limit: perAccount(20, minutes(5)) },
  async (app, viewer: Viewer, id: string, wanted: 'on' | 'off'): Promise<void> => {
    await getGroup(app, viewer, id);
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.people_group', id);
      const group = await getGroup(app, viewer, id);
      refuseManagingGroup(group);
      if (group.hasChat === (wanted === 'on')) return;
      if (wanted === 'on') await addChat(app, viewer, { id, members: group.members });
      else await deleteChat(app, id);
      await addGroupEntry(app, {
        groupId: id,
        actorId: viewer.id,
        action: wanted === 'on' ? 'chat' : 'end-chat',
      });
    });
  },
);

async function addChat(
  app: App,
  viewer: Viewer,
  { id, members }: { id: string; members: number },
): Promise<void> {
  const max = app.config.CHAT_GROUP_MEMBERS;
  if (members > max)
    throw new Problem('conflict', msg('A chat can have at most {max} members. The group has more.', { max }));
  const { title, picture_small } = await app.db
    .selectFrom('social.people_group')
    .where('id', '=', id)
    .select(['title', 'picture_small'])
    .executeTakeFirstOrThrow();
  const chat = await app.db
    .insertInto('social.conversation')
    .values({ is_group: true, title, picture_path: picture_small, created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('social.people_group')
    .set({ chat_id: chat.id, chat_size: max })
    .where('id', '=', id)
    .execute();
  await sql`select social.fill_group_chat(${id})`.execute(app.db);
  await addMessage(app, { conversationId: chat.id, authorId: viewer.id, event: 'created', text: title });
}

async function deleteChat(app: App, groupId: string): Promise<void> {
  const chatId = await findChat(app, groupId);
  if (chatId === undefined) return;
  await lockRow(app, 'social.conversation', chatId);
  const members = await membersOf(app, chatId);
  for (const member of members) await endPart(app, chatId, member);
  await removeChat(app, chatId);
  await addLiveEvent(app, members, 'conversation', { conversation: chatId, is: 'left' });
  await announceCounters(app, ...members);
}

async function removeChat(app: App, chatId: string): Promise<void> {
  // The picture is the group's.
  await app.db
    .updateTable('social.conversation')
    .set({ picture_path: null })
    .where('id', '=', chatId)
    .execute();
  await removeConversation(app, chatId);
}

/** Call this before a membership is deleted: ends the person's part in a call, and updates their open pages. */
export async function leaveGroupChat(app: App, groupId: string, accountId: string): Promise<void> {
  const chatId = await findChat(app, groupId);
  if (chatId === undefined) return;
  await lockRow(app, 'social.conversation', chatId);
  await endPart(app, chatId, accountId);
  await addLiveEvent(app, [accountId], 'conversation', { conversation: chatId, is: 'left' });
  await announceCounters(app, accountId);
}

async function findChat({ db }: Pick<App, 'db'>, groupId: string): Promise<string | undefined> {
  const { chat_id } = await db
    .selectFrom('social.people_group')
    .where('id', '=', groupId)
    .select('chat_id')
    .executeTakeFirstOrThrow();
  return chat_id ?? undefined;
}

/** Deletes the chats of groups that are closed. */
export async function removeChatsOfClosed(app: App): Promise<void> {
  const closed = await app.db
    .selectFrom('social.people_group')
    .where('deleted_at', 'is not', null)
    .where('chat_id', 'is not', null)
    .limit(100)
    .select('chat_id')
    .execute();
  for (const { chat_id } of closed)
    if (chat_id !== null) await inTransaction(app, (app) => removeChat(app, chat_id));
}
