import type { Subject } from '../paint/paint.ts';

export interface DemoPagePost {
  text: string;
  /** Drawn for it, with what it shows. */
  picture?: { subject: Subject; alt: string };
  /** Somebody of the team who wrote it; the owner unless told. */
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
  /** Asks to be verified, and waits. */
  asks?: string;
  /** How many of the cast like it. */
  likes: number;
  posts: readonly DemoPagePost[];
}
