import type { Person } from '../people/person.ts';
import type { Mentions } from '../posts/text/render-text.ts';

/** What somebody said below a post. */
export interface Comment {
  id: string;
  postId: string;
  author: Person;
  text: string;
  mentions: Mentions;
  createdAt: Date;
  editedAt: Date | null;
  /** Kept back by moderation since then. */
  heldAt: Date | null;
}
