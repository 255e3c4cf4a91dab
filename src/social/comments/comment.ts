import type { Person } from '../people/person.ts';
import type { Mentions } from '../text/render-text.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

/**
 * Where a comment stands below a post: by itself (level 0), below such a one (level 1), or in what was said there
 * (level 2), however deep people answer.
 */
interface Place {
  id: string;
  /** The comment at the top of its thread; null: it is that. */
  rootId: string | null;
  /** The one of level 1 that it stands below. */
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
  /** Kept back by moderation since then. */
  heldAt: Date | null;
  /** The agent by which its author said it; null: they did it themselves. */
  agentName: string | null;
  /** Whether its author subscribes to who wrote the post. */
  isBySubscriber: boolean;
  /** The comment that it answers. */
  parentId: string | null;
  /** Whom it answers, where that cannot be seen from where it stands; null as well where the viewer may not know. */
  answering: { id: string; name: string; username: string } | null;
  /** How many stand below it. */
  replies: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** The viewer does not want to read its author. */
  isMuted: boolean;
}

/** Stands for a comment that the viewer may not read, because of those below it. Nobody learns whose it was. */
interface Gap extends Place {
  why: 'deleted' | 'hidden';
}

export type Entry = Comment | Gap;

export const isGap = (entry: Entry): entry is Gap => 'why' in entry;

export const levelOf = ({ rootId, branchId }: Place): 0 | 1 | 2 =>
  rootId === null ? 0 : branchId === null ? 1 : 2;
