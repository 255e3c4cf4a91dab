import type { Person } from '../people/person.ts';
import type { Post } from '../posts/post.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { MoneyEvent, NotificationKind, Outcome } from '../notify/kinds.ts';

/** What somebody is told: all of one kind that happened to one thing until they read it. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  postId: string | null;
  /** What kind of post that is, and its parent; null: it is not about a post. */
  post: Pick<Post, 'id' | 'kind' | 'title' | 'parentId'> | null;
  /** Whether it is about a message of theirs. */
  isOfMessage: boolean;
  /** The page that it is about. */
  page: { username: string; title: string } | null;
  /** The comment that it is about; of kind `comment`, the newest that was written. */
  commentId: string | null;
  outcome: Outcome | null;
  /** Of kind `money`: what happened, and to how much, such as `$4.50`. */
  money: { event: MoneyEvent; amount: string } | null;
  /** The newest few who did it, the last one first; none where the place itself speaks. */
  actors: Person[];
  /** How many did it. */
  count: number;
  /** What all of them feel; null: they differ, or it is about something else. */
  reaction: ReactionKind | null;
  /** The beginning of the text that it is about. */
  excerpt: string;
  at: Date;
  seenAt: Date | null;
  readAt: Date | null;
}
