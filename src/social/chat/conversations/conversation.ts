import type { Profile } from '../../people/profiles/profile.ts';
import type { Message } from '../messages/message.ts';

export interface Member {
  profile: Profile;
  isOwner: boolean;
  /** Up to which message they have read, where both they and the viewer share that. */
  seenTo: string | null;
  /** Until when messages have reached them, where both share receipts. */
  reachedAt: Date | null;
  isTyping: boolean;
  isOnline: boolean;
}

/** A conversation as one of its members has it. */
export interface Conversation {
  id: string;
  isGroup: boolean;
  /** The group's own name; empty: it has none. */
  title: string;
  /** What it is called for the viewer. */
  name: string;
  /** Address of the group's picture. */
  picture: string | null;
  /** The others, as far as they are read; those who are gone are not among them. */
  members: Member[];
  /** How many are in it, the viewer included. */
  memberCount: number;
  isOwner: boolean;
  /** Counted up to 100. */
  unread: number;
  /** Something unread mentions the viewer. */
  isMentioned: boolean;
  /** The newest message that the viewer may read. */
  last: Message | null;
  seenTo: string;
  /** Up to its newest message, also where nothing of that is shown. */
  isSeen: boolean;
  isRequest: boolean;
  isMuted: boolean;
  isPinned: boolean;
  isArchived: boolean;
  draft: string;
}
