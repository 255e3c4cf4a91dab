import type { Person } from '../people/person.ts';
import type { Mentions } from '../text/render-text.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/**
 * Where a comment is below a post: top-level (level 0), a reply (level 1), or in the replies to that
 * (level 2), however deep people answer.
 */
interface Place {
  id: string;
  /** The comment at the top of its thread; null: it is that. */
  rootId: string | null;
  /** Its parent of level 1. */
  branchId: string | null;
}

/** What somebody said below a post. */
export interface Comment extends Place {
  postId: string;
  author: Person;
  text: string;
  mentions: Mentions;
  createdAt: Date;
  editedAt: Date | null;
  /** Held by moderation since then. */
  heldAt: Date | null;
  /** The agent by which its author said it; null: they did it themselves. */
  agentName: string | null;
  /** Whether its author subscribes to who wrote the post. */
  isBySubscriber: boolean;
  /** The comment that it answers. */
  parentId: string | null;
  /** The author it replies to, where that is not its parent's; null as well where the viewer may not know. */
  answering: { id: string; name: string; username: string } | null;
  /** The number of its replies. */
  replies: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** The viewer does not want to read its author. */
  isMuted: boolean;
}

/** A placeholder for a comment that the viewer may not read, because of its replies. Its author is not revealed. */
interface Gap extends Place {
  why: 'deleted' | 'hidden';
}

export type Entry = Comment | Gap;

export const isGap = (entry: Entry): entry is Gap => 'why' in entry;

export const levelOf = ({ rootId, branchId }: Place): 0 | 1 | 2 =>
  rootId === null ? 0 : branchId === null ? 1 : 2;
