import type { Person } from '../people/person.ts';

/** Roles in a page team. For their permissions see `page-roles.ts`. */
export const roles = ['admin', 'editor', 'moderator'] as const;
export type Role = (typeof roles)[number];

/** A page of a business, cause or band, as one viewer sees it. */
export interface SocialPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** Empty, or a URL with `https://`. */
  website: string;
  category: { id: string; name: string } | null;
  /** URLs of the small picture, the large picture and the cover. */
  picture: string | null;
  portrait: string | null;
  cover: string | null;
  createdAt: Date;
  /** Whether an operator has verified the page. */
  isVerified: boolean;
  /** When moderation held the page. A held page is visible only to its team and moderators. */
  heldAt: Date | null;
  /** Whether the page is publicly visible. */
  isOpen: boolean;
  /** When and why an operator suspended the page. */
  suspendedAt: Date | null;
  suspendedReason: string;
  likes: number;
  posts: number;
  isLiked: boolean;
  /** The viewer's role in the page. */
  role: Role | 'owner' | null;
}

/** A member of a page team. */
export interface TeamMember {
  person: Person;
  role: Role | 'owner';
  since: Date;
}

export const pathOfPage = ({ username }: Pick<SocialPage, 'username'>) => `/pages/${username}`;
