import type { Post } from '../posts/post.ts';

/** Upvote, downvote or none. */
export type Vote = 1 | -1 | 0;

/** A question as one viewer sees it. Its votes are the score of the post, and its answers the replies. */
export interface Question {
  post: Post;
  /** In the order of the hashtags below the text. */
  tags: string[];
  category: { id: string; name: string } | null;
  /** The accepted answer, which may not be visible to the viewer. */
  acceptedId: string | null;
  solvedAt: Date | null;
  /** The moderator's reason for closing. Empty if the post is not locked. */
  closedReason: string;
  /** The original question, which may not be visible to the viewer. */
  duplicateOf: string | null;
  activeAt: Date;
  /** The viewer's own vote. */
  vote: Vote;
  /** Whether the viewer is notified of new answers. */
  isFollowed: boolean;
}

export interface Answer {
  post: Post;
  isAccepted: boolean;
  vote: Vote;
}
