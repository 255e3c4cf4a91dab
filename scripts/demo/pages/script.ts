import type { Subject } from '../paint/paint.ts';

export interface DemoPagePost {
  text: string;
  /** A generated picture with its alt text. */
  picture?: { subject: Subject; alt: string };
  /** The team member who wrote it. Defaults to the owner. */
  by?: string;
  pinned?: boolean;
  comments?: readonly { by: string; text: string }[];
}

export interface DemoPage {
  username: string;
  title: string;
  category: string;
  about: string;
  website: string;
  owner: string;
  picture: Subject;
  cover: Subject;
  team?: readonly { username: string; role: 'admin' | 'editor' | 'moderator' }[];
  verified?: boolean;
  /** The text of a pending verification request. */
  asks?: string;
  /** Number of demo accounts that like it. */
  likes: number;
  posts: readonly DemoPagePost[];
}
