import { type Static, Type } from 'typebox';
import { ById, Id, idOrNone, LooseId } from '../../../kernel/input.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { sqlDate } from '../../../kernel/time.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../../platform/http/families/social.ts';
import { reactionPictureUrl } from '../../components/reactions.ts';
import { getSteadyPage, type ListReader, readerOf } from '../../lists/served-pages.ts';
import { toUserRecord } from '../../people/records.ts';
import { isReactionKind, type ReactionKind, reactionKinds } from '../../tallies/reaction-kinds.ts';
import { EditBody, ForwardBody, ReactionBody, requiredId, toDestination } from '../body.ts';
import { type Conversation, requireMember } from '../conversations/conversation.ts';
import { findNamedConversation } from '../conversations/reading.ts';
import { toReceipts } from '../delivery/receipts.ts';
import {
  FoundMessages,
  MessagesPage,
  ReactorRecord,
  type MessageThreadRecord,
  toConversationRecord,
  toMessageRecords,
} from '../wire.ts';
import { deleteMessage, editMessage, forwardMessage, reactToMessage } from './messages.ts';
import { findByDate, listMessages, listMessageReactors, type MessageListPart, toDay } from './reading.ts';
import { searchMessages } from './search.ts';

const member = operations('Chat', 'member');

/** Operations on a single message. */
export const messageRoutes = [
  member.delete({
    path: '/apis/php/chat/message/:id',
    verb: deleteMessage,
    summary: 'Delete a message',
    description:
      'Deletes your own message for everyone unless `for` is me, and another person’s message only for yourself.',
    params: ById,
    query: Type.Object({ for: Type.Optional(Type.Enum(['me', 'everybody'])) }),
    returns: Done,
    handle: async ({ app, viewer, params, query }) => {
      await deleteMessage(app, viewer, params.id, query.for);
      return { message: t('Deleted') };
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/edit',
    verb: editMessage,
    summary: 'Edit the text of your message',
    body: EditBody,
    returns: Done,
    example: { message_id: '12', message: 'On my way now' },
    handle: async ({ app, viewer, body }) => {
      await editMessage(app, viewer, requiredId('message_id', body.message_id), body.message);
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/forward',
    verb: forwardMessage,
    summary: 'Forward a message',
    description:
      'Sends its text and files to another conversation, or without one to `recipients`: one person, or several, who become a group.',
    body: ForwardBody,
    returns: Done,
    example: { message_id: '12', conversation_id: '9' },
    handle: async ({ app, viewer, body }) => {
      await forwardMessage(app, viewer, requiredId('message_id', body.message_id), toDestination(body));
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/reactions/react',
    verb: reactToMessage,
    summary: 'React to a message',
    description: `\`reaction\` is one of ${reactionKinds.join(', ')}. A second one replaces the first.`,
    body: ReactionBody,
    returns: Done,
    example: { do: 'react', message_id: '12', reaction: 'like' },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('message_id', body.message_id);
      const kind = body.reaction ?? '';
      if (body.do === 'react' && !isReactionKind(kind))
        throw invalid(
          'reaction',
          msg('reaction must be one of {reactionKinds}', { reactionKinds: reactionKinds.join(', ') }),
        );
      await reactToMessage(app, viewer, id, body.do === 'react' && isReactionKind(kind) ? kind : null);
      return {};
    },
  }),
  member.get({
    path: '/apis/php/chat/reactions/who_reacts',
    summary: 'List the people who reacted to a message',
    description: 'For members of the conversation.',
    query: Type.Object({
      message_id: Id,
      reaction: Type.Optional(Type.Enum(['', 'all', ...reactionKinds])),
      reaction_type: Type.Optional(
        Type.Enum(['', 'all', ...reactionKinds], { description: 'The same as `reaction`' }),
      ),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
      ),
    }),
    returns: ListEnvelope(ReactorRecord),
    handle: async ({ app, viewer, caller, query }) => {
      const { message_id, reaction_type = '', reaction = reaction_type, offset = 0 } = query;
      const kind = isReactionKind(reaction) ? reaction : undefined;
      const kinds = new Map<string, ReactionKind>();
      const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
        list: `reactors ${message_id} ${kind ?? ''}`,
        page: offset,
        load: async (page) => {
          const found = await listMessageReactors(app, viewer, message_id, { kind, page });
          for (const [id, kind] of found.kinds) kinds.set(id, kind);
          return found;
        },
        idOf: ({ id }) => id,
      });
      return {
        data: items.map((person) => {
          const reaction = kinds.get(person.id) ?? 'like';
          const reaction_image_url = reactionPictureUrl(app, reaction);
          return { ...toUserRecord(app, person), reaction, reaction_image_url };
        }),
        has_more: hasMore,
      };
    },
  }),
];

const Offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
);

/** Lists and searches of messages. */
export const readingRoutes = [
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
    handle: async ({ app, viewer, caller, query }) => {
      const { offset = 0, last_message_id, before_message_id, date = '' } = query;
      const conversation_id =
        idOrNone(query.conversation_id) ?? (await findNamedConversation(app, viewer, query))?.id;
      if (conversation_id === undefined) return { data: noMessages, has_more: false };
      const before = idOrNone(before_message_id);
      const after =
        date === ''
          ? idOrNone(last_message_id)
          : await findPositionBefore(app, viewer, conversation_id, toDay(date));
      const list = (part: MessageListPart) =>
        listMessages(app, viewer, conversation_id, { withMembers: true, ...part });
      const { items, members, hasMore } =
        after === undefined && before === undefined
          ? await getSteadyMessages(app, readerOf(caller, viewer), { conversation_id, page: offset, list })
          : await list({ after, before, ...(after === undefined ? { page: offset } : { max: 100 }) });
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
    verb: searchMessages,
    summary: 'Search your messages',
    description:
      'Newest first, in one conversation or in all. Very common words and symbols are only searched for in recent messages, which `recent_only` indicates.',
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
];

const noMessages = {
  messages: [],
  has_more: false,
  typing_name_list: '',
  seen_name_list: '',
  user_is_online: false,
  user_last_seen: '',
};

/** Returns the position before the first message since a time, or after the newest message if there is none. */
async function findPositionBefore(app: App, viewer: Viewer, conversationId: string, from: Date) {
  const first = await findByDate(app, viewer, conversationId, from);
  return first === undefined ? '9223372036854775806' : String(BigInt(first) - 1n);
}

/** Returns a page by its number. Later pages continue the previous one, whatever was written meanwhile. */
async function getSteadyMessages(
  app: App,
  reader: ListReader,
  {
    conversation_id,
    page,
    list,
  }: {
    conversation_id: string;
    page: number;
    list: (part: MessageListPart) => ReturnType<typeof listMessages>;
  },
): ReturnType<typeof listMessages> {
  let members: Awaited<ReturnType<typeof listMessages>>['members'] = [];
  const load = async (part: MessageListPart) => {
    const found = await list(part);
    members = found.members;
    return found;
  };
  const found = await getSteadyPage(app, reader, {
    list: `messages ${conversation_id}`,
    page,
    load: (page) => load({ page }),
    loadAfter: (served) => load({ before: oldestOf(served) }),
    idOf: ({ id }) => id,
  });
  return { ...found, members };
}

const oldestOf = (ids: readonly string[]): string =>
  ids.reduce((oldest, id) => (BigInt(id) < BigInt(oldest) ? id : oldest));

/** Returns a conversation with its newest messages, which existing apps expect when they open it. */
export async function toMessageThread(
  app: App,
  viewer: Viewer,
  conversation: Conversation,
): Promise<Static<typeof MessageThreadRecord>> {
  const { items, hasMore } = await listMessages(app, viewer, conversation.id);
  return {
    ...toConversationRecord(app, conversation),
    messages: toMessageRecords(app, items),
    has_more: hasMore,
  };
}
