import { Type } from 'typebox';
import { idOrNone, LooseId } from '../../kernel/input.ts';
import { minutes, sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { getSteadyPage, readerOf, type Reader } from '../lists/served-pages.ts';
import { findNamedConversation } from './conversations/find-conversation.ts';
import { requireMember } from './conversations/require-member.ts';
import { toReceipts } from './receipts/to-receipts.ts';
import { searchMessages } from './search/search-messages.ts';
import { FoundMessages, MessagesPage, toMessageRecords } from './wire.ts';
import { findByDate, toDay } from './messages/find-by-date.ts';
import { listMessages, type Part } from './messages/list-messages.ts';

const member = operations('Chat', 'member');
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
      const list = (part: Part) => listMessages(app, viewer, conversation_id, { withMembers: true, ...part });
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
  reader: Reader,
  {
    conversation_id,
    page,
    list,
  }: {
    conversation_id: string;
    page: number;
    list: (part: Part) => ReturnType<typeof listMessages>;
  },
): ReturnType<typeof listMessages> {
  let members: Awaited<ReturnType<typeof listMessages>>['members'] = [];
  const load = async (part: Part) => {
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
