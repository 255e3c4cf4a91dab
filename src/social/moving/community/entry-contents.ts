import type { TextFile } from './discourse-text.ts';

// What the entries of a community have, whatever program it was run with. Others are named by their address there.

export interface PersonContent {
  username: string;
  name: string;
  /** Empty if it is not known. */
  email: string;
  biography: string;
  /** ISO 8601, or empty. */
  at: string;
}

export interface ForumContent {
  title: string;
  description: string;
  parent: string | null;
  /** Whether a reply can be marked as the solution of a thread. */
  hasSolutions: boolean;
}

/** Of a person, who is the source. */
export interface ForumModeratorContent {
  forum: string;
}

interface Written {
  /** Null for a person who is not in the archive. */
  author: string | null;
  /** Markdown, with the files of the archive as `media:` addresses. */
  text: string;
  files: readonly TextFile[];
  at: string;
}

export interface ThreadContent extends Written {
  forum: string;
  title: string;
  isClosed: boolean;
  isPinned: boolean;
}

export interface ReplyContent extends Written {
  thread: string;
}

export interface GroupContent {
  title: string;
  about: string;
  kind: 'public' | 'closed' | 'secret';
  /** The first of its owners who is in the archive. */
  owner: string | null;
  at: string;
}

export interface GroupMemberContent {
  group: string;
  person: string;
  role: 'admin' | 'member';
  at: string;
}

/** Of a reply, which is the source. */
export interface SolutionContent {
  /** Who marked it, if they are in the archive. */
  by: string | null;
  /** Empty if it is not known. */
  at: string;
}

export interface LikeContent {
  author: string;
  at: string;
}
