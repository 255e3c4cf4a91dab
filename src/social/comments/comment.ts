import type { Person } from '../people/person.ts';
import type { Mentions } from '../text/render-text.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/**
 * Position of a comment below a post: top-level (level 0), a reply (level 1), or a reply to one (level 2).
 * Deeper replies are on level 2 too.
 */
interface Place {
  id: string;
  /** The top-level comment of its thread. Null for a top-level comment. */
  rootId: string | null;
  /** Its ancestor on level 1. */
  branchId: string | null;
}

/** A comment on a post. */
export interface Comment extends Place {
  postId: string;
  author: Person;
  text: string;
  mentions: Mentions;
  createdAt: Date;
  editedAt: Date | null;
  /** When moderation held the comment. */
  heldAt: Date | null;
  /** The agent that posted on behalf of the author, if any. */
  agentName: string | null;
  /** Whether the author subscribes to the author of the post. */
  isBySubscriber: boolean;
  /** The comment this is a reply to. */
  parentId: string | null;
  /**
   * The author it replies to, if that is not the author of the comment it is nested under. Also null if the
   * viewer may not see that author.
   */
  answering: { id: string; name: string; username: string } | null;
  /** The number of its replies. */
  replies: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** Whether the viewer has muted the author. */
  isMuted: boolean;
}

/**
 * A placeholder for a comment that is not visible to the viewer but has replies. Does not reveal the author.
 */
interface Placeholder extends Place {
  why: 'deleted' | 'hidden';
  /** The number of its replies. */
  replies: number;
}

export type Entry = Comment | Placeholder;

export const isGap = (entry: Entry): entry is Placeholder => 'why' in entry;

export const levelOf = ({ rootId, branchId }: Place): 0 | 1 | 2 =>
  rootId === null ? 0 : branchId === null ? 1 : 2;
