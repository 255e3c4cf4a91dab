import type { Person } from '../people/person.ts';
import type { ReactionKind } from '../reactions/kinds.ts';
import type { Mentions } from './text/render-text.ts';

export type Privacy = 'friends' | 'public';

export interface Photo {
  id: string;
  /** Path in the file store. */
  path: string;
  /** Where it is served, whole and small. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** What it shows, for those who cannot see it; may be empty. */
  alt: string;
}

/** A post as one viewer sees it. */
export interface Post {
  id: string;
  author: Person;
  text: string;
  mentions: Mentions;
  privacy: Privacy;
  /** The first address in the text. */
  link: string | null;
  photos: Photo[];
  createdAt: Date;
  editedAt: Date | null;
  /** Kept back by moderation since then: only its author and moderators see it. */
  heldAt: Date | null;
  comments: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
}
