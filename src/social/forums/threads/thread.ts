import type { Person } from '../../people/person.ts';

/** A thread in a list. */
export interface ThreadRow {
  id: string;
  title: string;
  author: Person;
  forum: { id: string; title: string };
  createdAt: Date;
  /** When somebody wrote there last, and who; null: they are gone. */
  lastAt: Date;
  lastBy: Person | null;
  replies: number;
  isPinned: boolean;
  isLocked: boolean;
  isHeld: boolean;
  /** It came from another forum a short while ago. */
  isMoved: boolean;
  /** Unread posts up to `mostUnread`, including the first post; 0 for signed-out visitors. */
  unread: number;
}

/** A moderator's action on a thread, as shown in it. */
export interface ThreadEvent {
  id: string;
  kind: 'locked' | 'unlocked' | 'moved' | 'split' | 'from' | 'merged';
  by: Person | null;
  at: Date;
  /** It is shown after the reply at this place; 0: behind the first post. */
  place: number;
  /** Where the thread was before, where it was moved. */
  forum: { id: string; title: string } | null;
  /** Where replies went, or came from. */
  other: { id: string; title: string } | null;
}

/** How a thread stands, beside its post. */
export interface Thread {
  id: string;
  forumId: string;
  lastReplyId: string | null;
  lastAt: Date;
  /** The place of the last reply there ever was. */
  places: number;
  pinnedAt: Date | null;
}

export const repliesOnPage = 20;

/** On which page a place is, counted from 1. */
export const pageOfPlace = (place: number) => Math.max(1, Math.ceil(place / repliesOnPage));
