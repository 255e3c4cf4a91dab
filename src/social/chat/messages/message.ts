import type { Preview } from '../../previews/records.ts';
import type { PartState } from '../calls/call.ts';
import type { Person } from '../../people/person.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';

export const longestMessage = 6000;
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
  preview: Preview | null;
  reactions: Partial<Record<ReactionKind, number>>;
  myReaction: ReactionKind | null;
  /** The idempotency key from the reader's own client. */
  clientId: string | null;
}
