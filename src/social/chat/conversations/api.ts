import { Type } from 'typebox';
import { contentHash } from '../../../kernel/content-hash.ts';
import { ById, Id, LooseId } from '../../../kernel/input.ts';
import { t } from '../../../web/translation/translate.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../../platform/http/families/social.ts';
import { largestPicture } from '../../../platform/pictures.ts';
import { getSteadyPage, readerOf } from '../../lists/served-pages.ts';
import { toUserRecord, UserRecord } from '../../people/records.ts';
import {
  ChangeBody,
  ConversationBody,
  DraftBody,
  GroupBody,
  MessageBody,
  requiredId,
  requiredText,
  SeenBody,
  toBoolean,
  toIds,
  toNewMessage,
  TypingBody,
} from '../body.ts';
import { callRoutes } from '../calls/api.ts';
import { setTyping } from '../delivery/presence.ts';
import { markConversationsSeen, toSeen } from '../delivery/receipts.ts';
import {
  addMembers,
  deleteGroupPicture,
  leaveConversation,
  promoteToOwner,
  removeChatMember,
  renameGroup,
  setGroupPicture,
} from '../members/group.ts';
import { listContacts } from '../members/recipients.ts';
import { toMessageThread, messageRoutes, readingRoutes } from '../messages/api.ts';
import { sendMessage } from '../messages/messages.ts';
import { ConversationRecord, MessageThreadRecord, toConversationRecord } from '../wire.ts';
import { changeConversation, deleteConversation, saveMessageDraft } from './conversations.ts';
import { findConversationsByName, folders, listConversations } from './lists.ts';
import { findNamedConversation, getConversation } from './reading.ts';

const addition = 'Extension.';
const member = operations('Chat', 'member');

/** The viewer's own settings of a conversation. */
const conversationRoutes = [
  member.post({
    path: '/apis/php/chat/actions/change',
    verb: changeConversation,
    summary: 'Accept, mute, pin or archive a conversation',
    description: `${addition} Affects only your own view. Returns the conversation.`,
    body: ChangeBody,
    returns: Envelope(ConversationRecord),
    example: { conversation_id: '9', do: 'mute' },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('conversation_id', body.conversation_id);
      await changeConversation(app, viewer, id, body.do);
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/draft',
    verb: saveMessageDraft,
    summary: 'Save your draft in a conversation',
    description: `${addition} An empty message deletes the draft. Sending a message by API does not.`,
    body: DraftBody,
    returns: Done,
    example: { conversation_id: '9', message: 'Dear' },
    handle: async ({ app, viewer, body }) => {
      await saveMessageDraft(app, viewer, requiredId('conversation_id', body.conversation_id), body.message);
      return {};
    },
  }),
];

const Offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
);
const SkippedIds = Type.Optional(
  Type.Union([
    Type.String({ maxLength: 4000, description: 'IDs of people, as a list or as JSON text such as "[1]"' }),
    Type.Array(Type.String({ maxLength: 40 }), { maxItems: 1000 }),
  ]),
);

/** The name, picture and members of a group. */
const groupRoutes = [
  member.post({
    path: '/apis/php/chat/group',
    verb: renameGroup,
    summary: 'Rename a group, or change its members',
    description: `${addition} Every member can \`rename\` and \`add\`; owners can \`remove\` members and make one an \`owner\`. Returns the conversation.`,
    body: GroupBody,
    returns: Envelope(ConversationRecord),
    example: { do: 'add', conversation_id: '9', recipients: ['42'] },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('conversation_id', body.conversation_id);
      if (body.do === 'rename') await renameGroup(app, viewer, id, requiredText('title', body.title));
      else if (body.do === 'add')
        await addMembers(app, viewer, id, toIds('recipients', body.recipients, { isRequired: true }));
      else {
        const change = body.do === 'owner' ? promoteToOwner : removeChatMember;
        await change(app, viewer, id, requiredId('user_id', body.user_id));
      }
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/chat/group/picture',
    verb: setGroupPicture,
    summary: 'Set the picture of a group',
    description: `${addition} As multipart/form-data. Without a file, the picture is removed.`,
    files: { fields: ['file'], aliases: ['picture', 'image', 'photo'], max: 1, bytes: largestPicture },
    body: Type.Object({ conversation_id: Id }),
    returns: Envelope(ConversationRecord),
    example: { conversation_id: '9' },
    handle: async ({ app, viewer, body: { conversation_id: id }, files: [upload] }) => {
      if (upload) await setGroupPicture(app, viewer, id, upload.file ?? upload.body);
      else await deleteGroupPicture(app, viewer, id);
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
];

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
    returns: Envelope(Type.Union([MessageThreadRecord, Type.Null()])),
    handle: async ({ app, viewer, query }) => {
      const found = await findNamedConversation(app, viewer, query);
      const thread = found ? await toMessageThread(app, viewer, found) : null;
      return { data: thread, has_more: thread?.has_more ?? false };
    },
  }),
  member.delete({
    path: '/apis/php/chat/conversation/:id',
    verb: deleteConversation,
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
    verb: sendMessage,
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
    verb: setTyping,
    summary: 'Set your typing indicator',
    description: 'Expires after 8 seconds unless it is sent again.',
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
    verb: markConversationsSeen,
    summary: 'Mark messages or conversations as read',
    description: '`ids` contains ids of read messages or of conversations.',
    body: SeenBody,
    returns: Done,
    example: { ids: ['9'] },
    handle: async ({ app, viewer, body }) => {
      await markConversationsSeen(app, viewer, await toSeen(app, viewer, toIds('ids', body.ids)));
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/leave',
    verb: leaveConversation,
    summary: 'Leave a group conversation',
    description: 'Messages that you sent stay in the conversation.',
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
