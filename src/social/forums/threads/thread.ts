import type { Person } from '../../people/person.ts';

/** A thread in a list. */
export interface ThreadRow {
  id: string;
  title: string;
  author: Person;
  forum: { id: string; title: string };
  createdAt: Date;
  /** Time and author of the latest post. The author is null if their account was deleted. */
  lastAt: Date;
  lastBy: Person | null;
  replies: number;
  isPinned: boolean;
  isLocked: boolean;
  isHeld: boolean;
  /** Whether the thread moved from another forum recently. */
  isMoved: boolean;
  /** Number of unread posts up to `maxUnread`, including the first post. 0 for signed-out visitors. */
  unread: number;
}

/** A moderator's action on a thread, as shown in it. */
export interface ThreadEvent {
  id: string;
  kind: 'locked' | 'unlocked' | 'moved' | 'split' | 'from' | 'merged';
  by: Person | null;
  at: Date;
  /** The position of the reply that precedes the event. 0 if it follows the first post. */
  place: number;
  /** The previous forum, if the thread moved. */
  forum: { id: string; title: string } | null;
  /** The thread that replies moved to or from. */
  other: { id: string; title: string } | null;
}

/** The state of a thread, besides its post. */
export interface Thread {
  id: string;
  forumId: string;
  lastReplyId: string | null;
  lastAt: Date;
  /** The position of the last reply ever added. */
  places: number;
  pinnedAt: Date | null;
}

export const repliesOnPage = 20;

/** The page of a position, counted from 1. */
export const pageOfPlace = (place: number) => Math.max(1, Math.ceil(place / repliesOnPage));
