import type { Trust } from './trust/trust.ts';
import type { TextRule } from './words/text-rule.ts';

/** Something that somebody wants to put before others. */
export type Submission =
  /** `alts`: what its pictures show. */
  | {
      subject: 'post';
      /** One of the kinds of posts. */
      kind: string;
      title: string;
      text: string;
      alts?: readonly string[];
      editing?: string;
    }
  | { subject: 'comment'; text: string; postId: string; editing?: string }
  | { subject: 'reaction'; postId: string; commentId?: string }
  /** A page's description, a glossary term, a private message, or a plan. `field` is the name of the form field. */
  | { subject: 'page' | 'term' | 'message' | 'plan'; title: string; text: string; field: string };

/** The facts for the rules beside the submission. */
export interface Facts {
  now: Date;
  /** No account, or one that is suspended or deleted, may say anything. */
  authorIsLive: boolean;
  trust: Trust;
  /** Of each pace that applies and is used up: when the oldest of the allowed number was. */
  spent: readonly { pace: Pace; oldest: Date }[];
  /** The author said the very same a moment ago. */
  isRepeated: boolean;
  /** How often nearly the same was said lately: by the author elsewhere, and by how many others. */
  echoes: { own: number; others: number };
  links: number;
  mentions: number;
  /** How many other newcomers put one of its links before others lately. */
  sharers: number;
  /** Matches of the operator's list, with their fields. */
  matches: readonly (TextRule & { field: string })[];
  /** How likely it is spam, from 0 to 1; null: the model has not learned enough. And from when on it is held or refused. */
  spam: { score: number | null; hold: number; refuse: number };
  /** How much of the author's was approved, and how much of a newcomer's is looked at first. */
  approvedCount: number;
  reviewedFirstPosts: number;
}

/** So many within so many milliseconds. */
export interface Pace {
  calls: number;
  within: number;
}
