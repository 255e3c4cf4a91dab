import type { Profile } from '../../people/profile.ts';
import type { Message } from '../messages/message.ts';

export interface Member {
  profile: Profile;
  isOwner: boolean;
  /** Id of the last message they have read, if both they and the viewer share receipts. */
  seenTo: string | null;
  /** Time until which messages have been delivered to them, if both share receipts and presence. */
  reachedAt: Date | null;
  isTyping: boolean;
  isOnline: boolean;
}

/** A conversation as shown to one of its members. */
export interface Conversation {
  id: string;
  isGroup: boolean;
  /** The group's own name. Empty: none. */
  title: string;
  /** The display name for the viewer. */
  name: string;
  /** URL of the group's picture. */
  picture: string | null;
  /** The other members, as far as they were loaded. Excludes deleted accounts. */
  members: Member[];
  /** Number of members, including the viewer. */
  memberCount: number;
  isOwner: boolean;
  /** Counted up to 100. */
  unread: number;
  /** Whether an unread message mentions the viewer. */
  isMentioned: boolean;
  /** The newest message that the viewer may read. */
  last: Message | null;
  seenTo: string;
  /** Whether the viewer has read up to the newest message, even if that one is hidden. */
  isSeen: boolean;
  isRequest: boolean;
  isMuted: boolean;
  isPinned: boolean;
  isArchived: boolean;
  draft: string;
}
