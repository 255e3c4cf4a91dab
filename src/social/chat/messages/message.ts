import { missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { Person } from '../../people/person.ts';
import type { LinkPreview } from '../../previews/records.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { short } from '../../text/plain.ts';
import { plainLight } from '../../text/rendered.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';
import { describeCall, type PartState } from '../calls/call.ts';
import { formerMember, visibleMessages } from '../conversations/conversation.ts';

export const longestChatMessage = 6000;
export const maxFiles = 10;

/** Events in a conversation other than messages. */
export type MessageEvent = 'created' | 'renamed' | 'pictured' | 'added' | 'removed' | 'left' | 'call';

export interface MessageFile {
  /** Path in the file store. */
  path: string;
  /** Absolute URLs. Only pictures have a small one. */
  address: string;
  smallAddress: string | null;
  kind: UploadKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  milliseconds: number | null;
  /** Loudness of a voice note over time, from 0 to 99. */
  waveform: number[] | null;
}

/** The call that an event in the conversation is about, with its outcome for the reader. */
export interface CallLine {
  id: string;
  isVideo: boolean;
  isOutgoing: boolean;
  isGroup: boolean;
  answeredAt: Date | null;
  endedAt: Date | null;
  state: PartState | null;
  others: { state: PartState }[];
}

/** The start of a quoted message. */
export interface Quote {
  id: string;
  author: Person | null;
  text: string;
  /** Kind of the first file. Null: none. */
  fileKind: UploadKind | null;
}

/** A message as shown to one of its readers. */
export interface Message {
  id: string;
  conversationId: string;
  /** Null: a former member. */
  author: Person | null;
  isMine: boolean;
  text: string;
  event: MessageEvent | null;
  /** For the event `call`. */
  call: CallLine | null;
  /** The person an event is about. */
  about: Person | null;
  at: Date;
  editedAt: Date | null;
  /** Deleted for everyone. */
  isDeleted: boolean;
  /** Deleted by a moderator. */
  isRemoved: boolean;
  isForwarded: boolean;
  replyTo: Quote | null;
  files: MessageFile[];
  /** Preview of the first link in the text. */
  preview: LinkPreview | null;
  reactions: Partial<Record<ReactionKind, number>>;
  myReaction: ReactionKind | null;
  /** The idempotency key from the reader's own client. */
  clientId: string | null;
}

const longest = 140;

/** Describes the files of a message without text. */
function describeFiles(kind: MessageFile['kind'], count: number): string {
  switch (kind) {
    case 'photos':
      return t('{count, plural, one {Photo} other {# photos}}', { count });
    case 'video':
      return t('{count, plural, one {Video} other {# videos}}', { count });
    case 'audio':
      return t('{count, plural, one {Audio} other {# audio files}}', { count });
    case 'voice_notes':
      return t('{count, plural, one {Voice message} other {# voice messages}}', { count });
    case 'file':
      return t('{count, plural, one {File} other {# files}}', { count });
  }
}

/** Describes a message in one line, without its author. */
export function messageExcerpt(message: Message): string {
  if (message.isRemoved) return t('Message removed by a moderator');
  if (message.isDeleted) return t('Message deleted');
  if (message.event) return describeEvent(message);
  if (message.text !== '') return short(plainLight(message.text), longest);
  const [first] = message.files;
  if (!first) return '';
  if (first.kind === 'file' && message.files.length === 1 && first.name) return first.name;
  return describeFiles(first.kind, message.files.length);
}

/** Describes an event in a conversation as a sentence. */
export function describeEvent({ event, author, about, isMine, text, call }: Message): string {
  if (!event) return '';
  const name = author?.name ?? formerMember();
  const whom = about?.name ?? formerMember();
  const words: Record<MessageEvent, () => string> = {
    created: () => {
      if (isMine)
        return text ? t('You created the group “{title}”', { title: text }) : t('You created the group');
      return text
        ? t('{name} created the group “{title}”', { name, title: text })
        : t('{name} created the group', { name });
    },
    renamed: () => {
      if (isMine)
        return text ? t('You named the group “{title}”', { title: text }) : t('You removed the group name');
      return text
        ? t('{name} named the group “{title}”', { name, title: text })
        : t('{name} removed the group name', { name });
    },
    pictured: () => {
      if (text === 'removed')
        return isMine ? t('You removed the group picture') : t('{name} removed the group picture', { name });
      return isMine ? t('You changed the group picture') : t('{name} changed the group picture', { name });
    },
    added: () => (isMine ? t('You added {whom}', { whom }) : t('{name} added {whom}', { name, whom })),
    removed: () => (isMine ? t('You removed {whom}', { whom }) : t('{name} removed {whom}', { name, whom })),
    left: () => t('{name} left', { name }),
    call: () => {
      if (call) return describeCall(call, author?.name);
      return isMine ? t('You called') : t('{name} called', { name });
    },
  };
  return words[event]();
}

/**
 * Returns a message that the viewer may read, in the given conversation if any. Throws a `Problem` otherwise.
 */
export async function requireReadable(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  conversationId?: string,
) {
  const row = await visibleMessages(db, viewer.id, [id])
    .select([
      'message.id',
      'message.conversation_id',
      'message.author_id',
      'message.event',
      'message.text',
      'message.created_at',
      'message.deleted_at',
    ])
    .executeTakeFirst();
  if (row?.deleted_at !== null) throw missing(msg('Message'));
  if (conversationId !== undefined && conversationId !== row.conversation_id) throw missing(msg('Message'));
  return {
    id: row.id,
    conversationId: row.conversation_id,
    authorId: row.author_id,
    isMine: row.author_id === viewer.id,
    isEvent: row.event !== null,
    text: row.text,
    at: row.created_at,
  };
}

/** Maximum number of forwards of a file that are looked at. */
const maxForwards = 1000;

/** Whether a person can read a message with the file. */
export async function canReadFile({ db }: App, viewer: Viewer, path: string): Promise<boolean> {
  const messages = await db
    .selectFrom('social.message_file')
    .where('path', '=', path)
    .orderBy('message_id', 'desc')
    .limit(maxForwards)
    .select('message_id')
    .execute();
  if (messages.length === 0) return false;
  const ids = messages.map(({ message_id }) => message_id);
  const found = await visibleMessages(db, viewer.id, ids)
    .where('message.deleted_at', 'is', null)
    .select('message.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
