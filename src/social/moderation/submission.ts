import type { PostKind } from '../posts/post.ts';

/** Something that somebody wants to put before others. */
export type Submission =
  /** `alts`: what its pictures show. */
  | {
      subject: 'post';
      kind: PostKind;
      title: string;
      text: string;
      alts?: readonly string[];
      editing?: string;
    }
  | { subject: 'comment'; text: string; postId: string; editing?: string }
  | { subject: 'reaction'; postId: string; commentId?: string }
  /** What a page says of itself, or an entry of the glossary. `field` holds the text in its form. */
  | { subject: 'page' | 'term'; title: string; text: string; field: string };

/** What the rules may know beside the submission itself. */
export interface Facts {
  now: Date;
  /** No account, or one that is suspended or deleted, may say anything. */
  authorIsLive: boolean;
  /** Registered less than a day ago, and not one of those who run the place. */
  isNewcomer: boolean;
  /** Of each pace that applies and is used up: when the oldest of the allowed number was. */
  spent: readonly { pace: Pace; oldest: Date }[];
  /** The author said the very same a moment ago. */
  isRepeated: boolean;
  links: number;
  mentions: number;
  /** The blocked words in the text. */
  blockedWords: readonly { word: string; outcome: 'hold' | 'refuse' }[];
}

/** So many within so many milliseconds. */
export interface Pace {
  calls: number;
  within: number;
}
