import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, idOrNone, LooseId } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { minutes, sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../platform/http/families/social.ts';
import { toUserRecord, UserRecord } from '../people/records/user-record.ts';
import {
  ConversationBody,
  MessageBody,
  requiredId,
  SeenBody,
  toBoolean,
  toIds,
  toNewMessage,
  TypingBody,
} from './body.ts';
import { callRoutes } from './calls/routes.ts';
import { deleteConversation } from './conversations/delete-conversation.ts';
import { findConversationsByName } from './conversations/find-by-name.ts';
import { findConversationWith, getConversation } from './conversations/find-conversation.ts';
import { folders, listConversations } from './conversations/list-conversations.ts';
import { getThread } from './conversations/get-thread.ts';
import { requireMember } from './conversations/require-member.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { leaveConversation } from './members/leave-conversation.ts';
import { groupRoutes } from './members/routes.ts';
import { listContacts } from './members/list-contacts.ts';
import { findByDate, toDay } from './messages/find-by-date.ts';
import { listMessages } from './messages/list-messages.ts';
import { messageRoutes } from './messages/routes.ts';
import { sendMessage } from './messages/send-message.ts';
import { markSeen } from './receipts/mark-seen.ts';
import { toReceipts } from './receipts/to-receipts.ts';
import { setTyping } from './receipts/set-typing.ts';
import { toSeen } from './receipts/to-seen.ts';
import { searchMessages } from './search/search-messages.ts';
import {
  ConversationRecord,
  FoundMessages,
  MessagesPage,
  ThreadRecord,
  toConversationRecord,
  toMessageRecords,
} from './wire.ts';

const member = operations('Chat', 'member');
const Offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
);
const SkippedIds = Type.Optional(
  Type.Union([
    Type.String({ maxLength: 4000, description: 'IDs of people, as a list or as JSON text such as "[1]"' }),
    Type.Array(Type.String({ maxLength: 40 }), { maxItems: 1000 }),
  ]),
);
const often = { by: ['account'], calls: 600, within: minutes(1) } as const;

export const chatRoutes = [
  member.get({
    path: '/apis/php/chat/conversations',
    summary: 'List your conversations',
    description:
      'Pinned ones first, then by newest message. `folder` is an addition to the specification: requests and archived. So is `query`, which returns at most 20 conversations of all folders but requests by name.',
    query: Type.Object({
      offset: Offset,
      folder: Type.Optional(Type.Enum([...folders])),
      query: Type.Optional(
        Type.String({ maxLength: 200, description: 'Title of a group, or name of the other person' }),
      ),
    }),
    returns: ListEnvelope(ConversationRecord),
    handle: async ({ app, viewer, query: { offset = 0, folder = 'inbox', query: words = '' } }) => {
      if (words.trim() !== '') {
        const found = offset === 0 ? await findConversationsByName(app, viewer, words) : [];
        return { data: found.map((each) => toConversationRecord(app, each)), has_more: false };
      }
      const { items, hasMore } = await listConversations(app, viewer, { folder, page: offset });
      return { data: items.map((each) => toConversationRecord(app, each)), has_more: hasMore };
    },
  }),
  member.get({
    path: '/apis/php/chat/conversation',
    summary: 'Retrieve a conversation',
    description:
      'By its id, or by the id of the other person, with its newest messages. Null if you have no conversation with them.',
    query: Type.Object({ conversation_id: Type.Optional(LooseId), user_id: Type.Optional(LooseId) }),
    returns: Envelope(Type.Union([ThreadRecord, Type.Null()])),
    handle: async ({ app, viewer, query }) => {
      const found = await findNamed(app, viewer, query);
      const thread = found ? await getThread(app, viewer, found) : null;
      return { data: thread, has_more: thread?.has_more ?? false };
    },
  }),
  member.delete({
    path: '/apis/php/chat/conversation/:id',
    summary: 'Delete a conversation for yourself',
    description: 'The other members keep it. It starts over with the next message.',
    params: ById,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteConversation(app, viewer, params.id);
      return { message: t('Deleted') };
    },
  }),
  member.get({
    path: '/apis/php/chat/messages',
    summary: 'List the messages of a conversation',
    description:
      'Oldest first within a page. Page 0 has the newest messages. With `last_message_id`, returns the messages after it. `before_message_id` and `date` are additions to the specification.',
    query: Type.Object({
      conversation_id: { ...LooseId, default: '' },
      user_id: Type.Optional(LooseId),
      offset: Offset,
      last_message_id: Type.Optional(LooseId),
      before_message_id: Type.Optional(LooseId),
      date: Type.Optional(
        Type.String({
          pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$',
          description: 'Returns the messages since the start of this day in UTC, such as 2026-11-22',
        }),
      ),
    }),
    returns: Envelope(MessagesPage),
    handle: async ({ app, viewer, query }) => {
      const { offset = 0, last_message_id, before_message_id, date = '' } = query;
      const conversation_id = idOrNone(query.conversation_id) ?? (await findNamed(app, viewer, query))?.id;
      if (conversation_id === undefined) return { data: noMessages, has_more: false };
      const before = idOrNone(before_message_id);
      const after =
        date === ''
          ? idOrNone(last_message_id)
          : await findPositionBefore(app, viewer, conversation_id, toDay(date));
      const { items, members, hasMore } = await listMessages(app, viewer, conversation_id, {
        after,
        before,
        withMembers: true,
        ...(after === undefined ? { page: offset } : { max: 100 }),
      });
      const endsWithNewest =
        before === undefined && (after === undefined ? offset === 0 : !hasMore && items.length > 0);
      const [newest] = endsWithNewest
        ? items.slice(-1)
        : (await listMessages(app, viewer, conversation_id, { max: 1 })).items;
      const receipts = toReceipts(app, members, newest);
      return {
        data: {
          messages: toMessageRecords(app, items),
          has_more: hasMore,
          typing_name_list: receipts.typing.join(', '),
          seen_name_list: receipts.seen.join(', '),
          user_is_online: receipts.isOnline,
          user_last_seen: receipts.lastSeenAt ? sqlDate(receipts.lastSeenAt) : '',
        },
        has_more: hasMore,
      };
    },
  }),
  member.get({
    path: '/apis/php/chat/search',
    summary: 'Search your messages',
    description:
      'Newest first, in one conversation or in all. Very common words and symbols are only searched for in recent messages, which `recent_only` indicates.',
    limit: { by: ['account'], calls: (config) => config.SEARCH_LIMIT, within: minutes(1) },
    query: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 200 }),
      conversation_id: Type.Optional(LooseId),
    }),
    returns: FoundMessages,
    handle: async ({ app, viewer, query: { query: words, conversation_id } }) => {
      const conversationId = idOrNone(conversation_id);
      if (conversationId !== undefined) await requireMember(app, viewer, conversationId);
      const { items, isRecentOnly } = await searchMessages(app, viewer, { words, conversationId });
      return {
        data: toMessageRecords(app, items),
        has_more: false,
        recent_only: isRecentOnly,
      };
    },
  }),
  member.post({
    path: '/apis/php/chat/message',
    summary: 'Send a message',
    description:
      'Sends to a conversation, or without one to `recipients`: one person, or several, who become a group. Returns the conversation.',
    body: MessageBody,
    returns: Envelope(ConversationRecord),
    example: {
      conversation_id: '9',
      message: 'On my way',
      photo: '',
      video: '',
      voice_note: '',
      recipients: '',
    },
    handle: async ({ app, viewer, body }) => {
      const { conversationId } = await sendMessage(app, viewer, toNewMessage(body));
      return { data: toConversationRecord(app, await getConversation(app, viewer, conversationId)) };
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/typing',
    summary: 'Set your typing indicator',
    description: 'Expires after 8 seconds unless it is sent again.',
    limit: often,
    body: TypingBody,
    returns: Done,
    example: { conversation_id: '9', is_typing: true },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('conversation_id', body.conversation_id);
      await setTyping(app, viewer, id, toBoolean(body.is_typing));
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/seen',
    summary: 'Mark messages or conversations as read',
    description: '`ids` contains ids of read messages or of conversations.',
    limit: often,
    body: SeenBody,
    returns: Done,
    example: { ids: ['9'] },
    handle: async ({ app, viewer, body }) => {
      await markSeen(app, viewer, await toSeen(app, viewer, toIds('ids', body.ids)));
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/leave',
    summary: 'Leave a group conversation',
    body: ConversationBody,
    returns: Done,
    example: { conversation_id: '9' },
    handle: async ({ app, viewer, body }) => {
      await leaveConversation(app, viewer, requiredId('conversation_id', body.conversation_id));
      return { message: t('You left') };
    },
  }),
  ...messageRoutes,
  ...conversationRoutes,
  ...groupRoutes,
  member.get({
    path: '/apis/php/chat/contacts',
    summary: 'List people to write to',
    description:
      'Friends, people you follow, and people you have exchanged messages with. `query` searches their names. `skipped_ids` leaves out people who are already chosen.',
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100 })),
      offset: Offset,
      skipped_ids: SkippedIds,
      'skipped_ids[]': SkippedIds,
    }),
    returns: ListEnvelope(UserRecord),
    handle: async ({ app, viewer, query }) => {
      const { query: words = '', offset: page = 0, skipped_ids = query['skipped_ids[]'] } = query;
      const skipped = toIds('skipped_ids', skipped_ids);
      const { items, hasMore } = await listContacts(app, viewer, { words, page, skipped });
      return { data: items.map((person) => toUserRecord(app, person)), has_more: hasMore };
    },
  }),
  ...callRoutes,
];

const noMessages = {
  messages: [],
  has_more: false,
  typing_name_list: '',
  seen_name_list: '',
  user_is_online: false,
  user_last_seen: '',
};

/** Returns the conversation of a query: by its id, or else with a person, with whom there may be none. */
function findNamed(app: App, viewer: Viewer, named: { conversation_id?: string; user_id?: string }) {
  const [id, personId] = [idOrNone(named.conversation_id), idOrNone(named.user_id)];
  if (id !== undefined) return getConversation(app, viewer, id);
  if (personId === undefined) throw invalid('conversation_id', t('Send conversation_id or user_id'));
  return findConversationWith(app, viewer, personId);
}

/** Returns the position before the first message since a time, or after the newest message if there is none. */
async function findPositionBefore(app: App, viewer: Viewer, conversationId: string, from: Date) {
  const first = await findByDate(app, viewer, conversationId, from);
  return first === undefined ? '9223372036854775806' : String(BigInt(first) - 1n);
}
