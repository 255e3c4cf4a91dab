import type { Person } from '../people/person.ts';

/** The team of a page and its permissions: see `may.ts`. */
export const roles = ['admin', 'editor', 'moderator'] as const;
export type Role = (typeof roles)[number];

/** A page as one viewer sees it: it speaks for a business, a cause, a band. */
export interface SocialPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** Empty, or an address with `https://`. */
  website: string;
  category: { id: string; name: string } | null;
  /** Addresses of its small picture, the large one, and what stands across its top. */
  picture: string | null;
  portrait: string | null;
  cover: string | null;
  createdAt: Date;
  /** An operator vouches that it speaks for whom it says. */
  isVerified: boolean;
  /** Held by moderation since then: only its team and moderators see it. */
  heldAt: Date | null;
  /** Whether it is there for everybody. */
  isOpen: boolean;
  /** Shut by an operator since then, and why. */
  suspendedAt: Date | null;
  suspendedReason: string;
  likes: number;
  posts: number;
  isLiked: boolean;
  /** What the viewer is to it. */
  role: Role | 'owner' | null;
}

/** Somebody who works for a page. */
export interface TeamMember {
  person: Person;
  role: Role | 'owner';
  since: Date;
}

export const pathOfPage = ({ username }: Pick<SocialPage, 'username'>) => `/pages/${username}`;
