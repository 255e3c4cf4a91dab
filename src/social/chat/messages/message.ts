import type { Preview } from '../../previews/preview.ts';
import type { PartState } from '../calls/call.ts';
import type { Person } from '../../people/person.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';

export const longestMessage = 6000;
export const maxFiles = 10;

/** What can happen in a conversation beside what is said in it. */
export type MessageEvent = 'created' | 'renamed' | 'pictured' | 'added' | 'removed' | 'left' | 'call';

export interface MessageFile {
  /** In the file store. */
  path: string;
  /** Absolute addresses; the small one of a picture only. */
  address: string;
  smallAddress: string | null;
  kind: UploadKind;
  name: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  milliseconds: number | null;
  /** Of a voice note: how loud it is over its length, from 0 to 99. */
  waveform: number[] | null;
}

/** The call that a line of the conversation is about, as it went for its reader. */
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

/** The beginning of a message that another one answers. */
export interface Quote {
  id: string;
  author: Person | null;
  text: string;
  /** Of its first file; null: it has none. */
  fileKind: UploadKind | null;
}

/** A message as one of its readers has it. */
export interface Message {
  id: string;
  conversationId: string;
  /** null: a former member. */
  author: Person | null;
  isMine: boolean;
  text: string;
  event: MessageEvent | null;
  /** Of the event `call`. */
  call: CallLine | null;
  /** The person an event is about. */
  about: Person | null;
  at: Date;
  editedAt: Date | null;
  /** Deleted for everybody. */
  isDeleted: boolean;
  /** Deleted by a moderator. */
  isRemoved: boolean;
  isForwarded: boolean;
  replyTo: Quote | null;
  files: MessageFile[];
  /** Of the first link in its text. */
  preview: Preview | null;
  reactions: Partial<Record<ReactionKind, number>>;
  myReaction: ReactionKind | null;
  /** The id that the reader's own client gave it. */
  clientId: string | null;
}
