import type { Person } from '../people/person.ts';
import type { Post } from '../posts/post.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { MoneyEvent, NotificationKind, Outcome } from '../notify/kinds.ts';

/** A notification. Events of one kind about one subject are grouped until read. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  postId: string | null;
  /** The post it is about, with its kind and parent. Null if it is not about a post. */
  post: Pick<Post, 'id' | 'kind' | 'title' | 'parentId'> | null;
  /** Whether it is about the viewer's message. */
  isOfMessage: boolean;
  /** The page it is about. */
  page: { username: string; title: string } | null;
  /** The comment it is about. For kind `comment`, the newest comment. */
  commentId: string | null;
  outcome: Outcome | null;
  /** For kind `money`: the event and the amount, such as `$4.50`. */
  money: { event: MoneyEvent; amount: string } | null;
  /** The latest actors, last one first. Empty for notifications of the site itself. */
  actors: Person[];
  /** Number of actors. */
  count: number;
  /** The reaction, if all actors chose the same one. */
  reaction: ReactionKind | null;
  /** Excerpt of the text it is about. */
  excerpt: string;
  at: Date;
  seenAt: Date | null;
  readAt: Date | null;
}
