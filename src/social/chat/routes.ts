import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { contentHash } from '../../kernel/content-hash.ts';
import { ById, LooseId } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../platform/http/families/social.ts';
import { getSteadyPage, readerOf } from '../lists/served-pages.ts';
import { toUserRecord, UserRecord } from '../people/records.ts';
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
import { findNamedConversation, getConversation } from './conversations/find-conversation.ts';
import { folders, listConversations } from './conversations/list-conversations.ts';
import { getThread } from './conversations/get-thread.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { leaveConversation } from './members/leave-conversation.ts';
import { groupRoutes } from './members/routes.ts';
import { listContacts } from './members/list-contacts.ts';
import { readingRoutes } from './message-lists.ts';
import { messageRoutes } from './messages/routes.ts';
import { sendMessage } from './messages/send-message.ts';
import { markSeen } from './receipts/mark-seen.ts';
import { setTyping } from './receipts/set-typing.ts';
import { toSeen } from './receipts/to-seen.ts';
import { ConversationRecord, ThreadRecord, toConversationRecord } from './wire.ts';

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
    handle: async ({ app, viewer, caller, query: { offset = 0, folder = 'inbox', query: words = '' } }) => {
      if (words.trim() !== '') {
        const found = offset === 0 ? await findConversationsByName(app, viewer, words) : [];
        return { data: found.map((each) => toConversationRecord(app, each)), has_more: false };
      }
      // A new message moves a conversation to the top, so the rest are those that were not served.
      const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
        list: `conversations ${folder}`,
        page: offset,
        load: (page) => listConversations(app, viewer, { folder, page }),
        loadAfter: (served) => listConversations(app, viewer, { folder, served }),
        idOf: ({ id }) => id,
      });
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
      const found = await findNamedConversation(app, viewer, query);
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
  ...readingRoutes,
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
    handle: async ({ app, viewer, caller, query }) => {
      const { query: words = '', offset = 0, skipped_ids = query['skipped_ids[]'] } = query;
      const skipped = toIds('skipped_ids', skipped_ids);
      const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
        list: `contacts ${words} ${contentHash(skipped.join())}`,
        page: offset,
        load: (page) => listContacts(app, viewer, { words, page, skipped }),
        idOf: ({ id }) => id,
      });
      return { data: items.map((person) => toUserRecord(app, person)), has_more: hasMore };
    },
  }),
  ...callRoutes,
];
