import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import { sqlDate } from '../../kernel/time.ts';
import { envelope, SqlTime } from '../../platform/http/families/social.ts';
import type { Person } from '../people/person.ts';
import { toAuthorRecord, toUserRecord, UserRecord, type AuthorRecord } from '../people/records.ts';
import { PreviewRecord, toPreviewRecord } from '../previews/records.ts';
import { reactionKinds, type ReactionKind } from '../tallies/reaction-kinds.ts';
import { uploadKinds } from '../uploads/decide-type.ts';
import { type Conversation, formerMember } from './conversations/conversation.ts';
import { describeEvent, type Message, messageExcerpt } from './messages/message.ts';
import { seenBy } from './delivery/receipts.ts';

const FileRecord = Type.Object({
  kind: Type.Enum([...uploadKinds]),
  src: Type.String({ description: 'Path under /content/uploads/' }),
  url: Type.String(),
  thumbnail: Type.String({ description: 'Absolute URL. Empty if there is none' }),
  name: Type.String(),
  type: Type.String({ description: 'Media type' }),
  size: Type.Integer({ description: 'Bytes' }),
  duration: Type.Number({ description: 'Seconds. 0 if unknown' }),
});

const Count = Type.String({ description: 'A number as text', examples: ['2'] });
/** Existing apps parse these numbers from text. */
const byReaction = <T>(entry: (kind: ReactionKind) => [string, T]): Record<string, T> =>
  Object.fromEntries(reactionKinds.map(entry));

const MessageRecord = Type.Object({
  message_id: Type.String(),
  conversation_id: Type.String(),
  user_id: Type.String({ description: 'Empty for a former member' }),
  sender_id: Type.String({ description: 'The same as `user_id`' }),
  user_name: Type.String(),
  user_firstname: Type.String(),
  user_lastname: Type.String(),
  user_fullname: Type.String(),
  user_picture: Type.String(),
  user_verified: Type.Boolean(),
  message: Type.String({ description: 'The message as written. Empty if deleted' }),
  message_orginal: Type.String({ description: 'The same as `message`' }),
  message_decoded: Type.String({ description: 'The same as `message`: plain text without HTML entities' }),
  text: Type.String({ description: 'The same as `message`, or a description of a message without text' }),
  image: Type.String({
    description: 'Path of the first photo under /content/uploads/. Empty if there is none',
  }),
  photo: Type.String({ description: 'The same as `image`' }),
  video: Type.String({ description: 'Path of the video' }),
  voice_note: Type.String({ description: 'Path of the voice note' }),
  files: Type.Array(FileRecord, { description: 'All attached files' }),
  preview: Type.Union([PreviewRecord, Type.Null()], {
    description:
      'Preview of the first link in the message. Null if there is none or it has not been fetched yet',
  }),
  time: SqlTime('When it was sent'),
  edited: Type.String({ description: 'ISO 8601. Empty if never edited' }),
  is_me: Type.Boolean(),
  is_deleted: Type.Boolean(),
  is_forwarded: Type.Boolean(),
  event: Type.String({
    description: 'created, renamed, pictured, added, removed, left or call. Empty for a normal message',
  }),
  reply_to_id: Type.String({ description: 'Id of the quoted message. Empty if there is none' }),
  client_id: Type.String({ description: 'The idempotency key from your app. Empty if there is none' }),
  reactions: Type.Object(
    byReaction((kind) => [kind, Count]),
    {
      description: 'Number of reactions by kind, as text',
    },
  ),
  ...byReaction((kind) => [`reaction_${kind}_count`, Count]),
  reactions_total_count: Type.Integer(),
  i_react: Type.Boolean(),
  i_reaction: Type.String({ description: 'Your reaction. Empty if there is none' }),
});
type MessageRecord = Static<typeof MessageRecord>;

export const ConversationRecord = Type.Object(
  {
    conversation_id: Type.String(),
    node_type: Type.String({ description: '"group" for a group, otherwise empty' }),
    title: Type.String({ description: 'The title of a group' }),
    group_id: Type.String({
      description:
        'The group (groups/group) whose chat it is: its members are those of the group. Otherwise empty',
    }),
    name: Type.String(),
    name_list: Type.String({ description: 'Names of the other members' }),
    picture: Type.String({ description: 'Absolute URL' }),
    picture_left: Type.String(),
    picture_right: Type.String({
      description: 'Picture of another member, for a group without its own picture',
    }),
    multiple_recipients: Type.Boolean(),
    link: Type.String({ description: 'URL of its page' }),
    ids: Type.String({ description: 'User ids of the other members, separated by commas' }),
    recipients: Type.Array(UserRecord, {
      description: 'The other members: at most 8 in lists, all for a single conversation',
    }),
    recipients_count: Type.Integer(),
    owner_ids: Type.String({ description: 'User ids of the other owners of a group, separated by commas' }),
    seen: Type.Boolean({ description: 'Whether all messages have been read' }),
    unread_count: Type.Integer({ description: 'Counted up to 100' }),
    user_is_online: Type.Boolean(),
    user_last_seen: SqlTime('Empty if not shared'),
    last_message_id: Type.String(),
    last_message: Type.Union([MessageRecord, Type.Null()]),
    message: Type.String({ description: 'Preview of the last message in one line' }),
    message_orginal: Type.String(),
    image: Type.String(),
    voice_note: Type.String(),
    time: SqlTime('When the last message was sent'),
    typing_name_list: Type.String(),
    seen_name_list: Type.String(),
    is_request: Type.Boolean({
      description:
        'Whether a stranger started it and you have not accepted it. Answer it, or accept it by chat/actions/change',
    }),
    is_mentioned: Type.Boolean({ description: 'Whether an unread message mentions you' }),
    draft: Type.String({ description: 'Your unsent text, as saved by a page or by chat/actions/draft' }),
    is_muted: Type.Boolean(),
    is_pinned: Type.Boolean(),
    is_archived: Type.Boolean(),
    i_admin: Type.Boolean({ description: 'Whether you own the group' }),
  },
  { title: 'Conversation' },
);
type ConversationRecord = Static<typeof ConversationRecord>;

/** A single conversation with its newest messages. */
export const MessageThreadRecord = Type.Object(
  {
    ...ConversationRecord.properties,
    messages: Type.Array(MessageRecord, { description: 'The newest messages, oldest first' }),
    has_more: Type.Boolean({ description: 'Whether there are older messages' }),
  },
  { title: 'Thread' },
);

/** Fields of a page of messages. */
export const MessagesPage = Type.Object(
  {
    messages: Type.Array(MessageRecord, { description: 'Oldest first' }),
    has_more: Type.Boolean(),
    typing_name_list: Type.String(),
    seen_name_list: Type.String(),
    user_is_online: Type.Boolean(),
    user_last_seen: SqlTime('Empty if not shared'),
  },
  { title: 'MessagesPage' },
);

const found = envelope(
  {
    data: Type.Array(MessageRecord),
    recent_only: Type.Boolean({
      description: 'Whether only recent messages were searched, because the words are very common or symbols',
    }),
  },
  'FoundMessages',
);
/** Response of a search. */
export const FoundMessages = Type.Unsafe<
  Pick<Static<typeof found>, 'has_more'> & { data: Static<typeof MessageRecord>[]; recent_only: boolean }
>(found);

export const ReactorRecord = Type.Object(
  {
    ...UserRecord.properties,
    reaction_image_url: Type.String({ description: 'Absolute URL of a picture of the reaction' }),
    reaction: Type.Enum([...reactionKinds]),
  },
  { title: 'Reactor' },
);

/** Author records are shared by the messages of a page. */
export function toMessageRecords(app: App, messages: readonly Message[]): MessageRecord[] {
  const known = new Map<Person, AuthorRecord>();
  return messages.map((message) => {
    const { author } = message;
    const person = author && (known.get(author) ?? toAuthorRecord(app, author));
    if (author && person) known.set(author, person);
    return toMessageRecord(app, message, person);
  });
}

export function toMessageRecord(
  app: App,
  message: Message,
  person = message.author && toAuthorRecord(app, message.author),
): MessageRecord {
  const { files, reactions, myReaction } = message;
  // Apps add the address of the uploads, and load the file without credentials.
  const pathOf = (kind: string) =>
    files.find((file) => file.kind === kind)?.address.slice(app.files.address('').length) ?? '';
  return {
    message_id: message.id,
    conversation_id: message.conversationId,
    user_id: person?.user_id ?? '',
    sender_id: person?.user_id ?? '',
    user_name: person?.user_name ?? '',
    user_firstname: person?.user_firstname ?? formerMember(),
    user_lastname: person?.user_lastname ?? '',
    user_fullname: person?.user_fullname ?? formerMember(),
    user_picture: person?.user_picture ?? '',
    user_verified: person?.user_verified ?? false,
    message: message.text,
    message_orginal: message.text,
    message_decoded: message.text,
    text: message.event ? describeEvent(message) : message.text || messageExcerpt(message),
    image: pathOf('photos'),
    photo: pathOf('photos'),
    video: pathOf('video'),
    voice_note: pathOf('voice_notes'),
    files: files.map((file) => ({
      kind: file.kind,
      src: file.path,
      url: file.address,
      thumbnail: file.smallAddress ?? '',
      name: file.name,
      type: file.type,
      size: file.bytes,
      duration: (file.milliseconds ?? 0) / 1000,
    })),
    preview: message.preview && toPreviewRecord(message.preview),
    time: sqlDate(message.at),
    edited: message.editedAt?.toISOString() ?? '',
    is_me: message.isMine,
    is_deleted: message.isDeleted,
    is_forwarded: message.isForwarded,
    event: message.event ?? '',
    reply_to_id: message.replyTo?.id ?? '',
    client_id: message.clientId ?? '',
    reactions: byReaction((kind) => [kind, String(reactions[kind] ?? 0)]),
    ...byReaction((kind) => [`reaction_${kind}_count`, String(reactions[kind] ?? 0)]),
    reactions_total_count: Object.values(reactions).reduce((sum, n) => sum + n, 0),
    i_react: myReaction !== null,
    i_reaction: myReaction ?? '',
  };
}

export function toConversationRecord(app: App, conversation: Conversation): ConversationRecord {
  const { id, isGroup, members, last, unread } = conversation;
  const recipients = members.map(({ profile }) => toUserRecord(app, profile));
  const [first, second] = recipients;
  const record = last && toMessageRecord(app, last);
  return {
    conversation_id: id,
    node_type: isGroup ? 'group' : '',
    title: conversation.title,
    group_id: conversation.groupId ?? '',
    name: conversation.name,
    name_list: members.map(({ profile }) => profile.name).join(', '),
    picture: conversation.picture ?? first?.user_picture ?? '',
    picture_left: first?.user_picture ?? '',
    picture_right: second?.user_picture ?? '',
    multiple_recipients: isGroup,
    link: `${app.config.plazaUrl}/messages/${id}`,
    ids: recipients.map(({ user_id }) => user_id).join(','),
    recipients,
    recipients_count: conversation.memberCount - 1,
    owner_ids: members.flatMap(({ profile, isOwner }) => (isOwner ? [profile.id] : [])).join(','),
    seen: unread === 0,
    unread_count: unread,
    user_is_online: !isGroup && (first?.user_is_online ?? false),
    user_last_seen: isGroup ? '' : (first?.user_last_seen ?? ''),
    last_message_id: last?.id ?? '',
    last_message: record,
    message: last ? messageExcerpt(last) : '',
    message_orginal: last?.text ?? '',
    image: record?.image ?? '',
    voice_note: record?.voice_note ?? '',
    time: record?.time ?? '',
    ...toReceiptRecord(conversation),
    is_request: conversation.isRequest,
    is_mentioned: conversation.isMentioned,
    draft: conversation.draft,
    is_muted: conversation.isMuted,
    is_pinned: conversation.isPinned,
    is_archived: conversation.isArchived,
    i_admin: conversation.isOwner,
  };
}

/** Names of members who are typing, and of those who have read the viewer's last message. */
export const toReceiptRecord = ({ members, last }: Conversation) => ({
  typing_name_list: members
    .filter(({ isTyping }) => isTyping)
    .map(({ profile }) => profile.firstName)
    .join(', '),
  seen_name_list: last?.isMine
    ? seenBy(members, last.id)
        .map(({ profile }) => profile.firstName)
        .join(', ')
    : '',
});
