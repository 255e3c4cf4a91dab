import type { Post } from '../posts/post.ts';

/** For, against, or neither. */
export type Vote = 1 | -1 | 0;

/** A question as one viewer sees it. Its votes are the post's score, its answers the post's replies. */
export interface Question {
  post: Post;
  /** As they are below the text, in its order. */
  tags: string[];
  category: { id: string; name: string } | null;
  /** The answer that its asker chose; the viewer may not be allowed to see that one. */
  acceptedId: string | null;
  solvedAt: Date | null;
  /** Why a moderator closed it; empty where the post is not locked. */
  closedReason: string;
  /** The question that was asked before; the viewer may not be allowed to see that. */
  duplicateOf: string | null;
  activeAt: Date;
  /** The viewer's own. */
  vote: Vote;
  /** Whether the viewer hears of new answers. */
  isFollowed: boolean;
}

export interface Answer {
  post: Post;
  isAccepted: boolean;
  vote: Vote;
}
