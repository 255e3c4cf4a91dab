import type { ArticleDetails } from './article.ts';
import type { Role } from '../access/page.ts';
import type { Person } from '../people/person.ts';
import type { Paywall } from './paywall/paywall.ts';
import type { Poll } from './polls/poll.ts';
import type { Preview } from '../previews/preview.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { Mentions } from '../text/render-text.ts';

export type Privacy = 'public' | 'friends' | 'me';

/** Kinds of posts. Replies belong to a thread and answers to a question; the others are top-level. */
export const postKinds = ['post', 'article', 'thread', 'reply', 'question', 'answer'] as const;
export type PostKind = (typeof postKinds)[number];

export interface Photo {
  id: string;
  /** Path in the file store. */
  path: string;
  /** Where it is served, whole and small. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** Its alt text; may be empty. */
  alt: string;
}

export interface Video {
  /** Path in the file store. */
  path: string;
  /** Where it is served. */
  address: string;
  type: string;
  /** Pixels, where the file says so. */
  width: number | null;
  height: number | null;
  milliseconds: number | null;
  /** A picture that is there until it plays. */
  poster: string | null;
  /** What it shows; may be empty. */
  alt: string;
}

/** Audio, a voice note, or another file of a post. */
export interface Attachment {
  kind: 'audio' | 'voice_notes' | 'file';
  /** Path in the file store. */
  path: string;
  /** Where it is served. */
  address: string;
  /** What its author calls it; may be empty. */
  name: string;
  type: string;
  bytes: number;
  /** Where the file says so. */
  milliseconds: number | null;
}

/** The page in whose name something is said. */
export interface Speaker {
  id: string;
  username: string;
  title: string;
  /** Address of its small picture; null: initials are drawn. */
  picture: string | null;
  isVerified: boolean;
  /** What the viewer is to it. */
  role: Role | 'owner' | null;
}

/** A post of any kind as one viewer sees it. */
export interface Post {
  id: string;
  kind: PostKind;
  author: Person;
  /** The page in whose name it was posted, if any. */
  page: Speaker | null;
  /** Of articles, threads and questions; empty otherwise. */
  title: string;
  /** A post's is plain with a few signs, all others' is Markdown. */
  text: string;
  mentions: Mentions;
  privacy: Privacy;
  /** The first address in the text. */
  link: string | null;
  photos: Photo[];
  video: Video | null;
  attachments: Attachment[];
  poll: Poll | null;
  /** What its link leads to, unless its author wants no card of it. */
  preview: Preview | null;
  /** The thread of a reply, the question of an answer. */
  parentId: string | null;
  /** What it shares or quotes; the viewer may not be allowed to see that. */
  quoteId: string | null;
  /** That, where the viewer may see it; what it shares itself is not loaded. */
  origin: Post | null;
  /** What a reader wants to know before it is shown; may be empty. */
  warning: string;
  /** How its content is sold; null: it is not. */
  paywall: Paywall | null;
  createdAt: Date;
  editedAt: Date | null;
  pinnedAt: Date | null;
  /** Nobody adds anything below it since then. */
  lockedAt: Date | null;
  /** Held by moderation since then: only its author and moderators see it. */
  heldAt: Date | null;
  /** The agent by which its author published it; null: they did it themselves. */
  agentName: string | null;
  comments: number;
  shares: number;
  /** Of a thread its replies, of a question its answers. */
  replies: number;
  /** Votes for it less votes against it. */
  score: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer keeps it among what they saved. */
  isSaved: boolean;
  /** Whether its author, or the owner of its page, accepts tips. */
  acceptsTips: boolean;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** What an article has beside all this; only articles have it. */
  article?: ArticleDetails;
}
