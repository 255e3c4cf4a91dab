import type { Problem } from '../../kernel/problem.ts';
import type { TextRule } from './text-marks.ts';
import type { Trust } from './trust.ts';

/** Content submitted for publication. */
export type Submission =
  /** `alts`: the alt texts of its pictures. */
  | {
      subject: 'post';
      /** The kind of the post. */
      kind: string;
      title: string;
      text: string;
      alts?: readonly string[];
      editing?: string;
    }
  | { subject: 'comment'; text: string; postId: string; editing?: string }
  | { subject: 'reaction'; postId: string; commentId?: string }
  /** A page's description, a glossary term or a plan. `field` is the name of the form field. */
  | { subject: 'page' | 'term' | 'plan'; title: string; text: string; field: string }
  /** A private message, or the title of a group. */
  | {
      subject: 'message';
      title: string;
      text: string;
      field: string;
      toStrangers?: boolean;
      editing?: string;
    };

/** Facts for the rules, besides the submission. */
export interface Facts {
  now: Date;
  /** Whether the author's account exists and is neither suspended nor deleted. Others may not publish. */
  authorIsLive: boolean;
  trust: Trust;
  /** Exhausted rate limits, with the time of the oldest submission counted. */
  spent: readonly { pace: Pace; oldest: Date }[];
  /** Whether the author just posted the identical text. */
  isRepeated: boolean;
  /** Number of recent near-duplicates by the author elsewhere, and by others. */
  echoes: { own: number; others: number };
  links: number;
  mentions: number;
  /** Number of other new members who recently posted one of its links. */
  sharers: number;
  /** Matching entries of the operator's list, with their fields. */
  matches: readonly (TextRule & { field: string })[];
  /**
   * Spam probability from 0 to 1, or null if the model has not learned enough; and the thresholds to hold and
   * reject.
   */
  spam: { score: number | null; hold: number; refuse: number };
  /** Number of the author's approved posts, and of first posts to be reviewed. */
  approvedCount: number;
  reviewedFirstPosts: number;
}

/** A rate limit: a number of calls within milliseconds. */
export interface Pace {
  calls: number;
  within: number;
}

/** A verdict to hold for review or to reject. `detail`: the reason, for moderators. */
type Objection =
  { outcome: 'hold'; detail: string } | { outcome: 'refuse'; detail?: string; problem: Problem };

/** A moderation rule. A pure function of the submission and the facts. */
export interface Rule {
  name: string;
  judge: (submission: Submission, facts: Facts) => Objection | undefined;
}

export type Verdict = { outcome: 'allow' } | (Objection & { rule: string });

/** Returns the first rejection, or else the first reason to hold. */
export function decideSubmission(rules: readonly Rule[], submission: Submission, facts: Facts): Verdict {
  let held: Verdict | undefined;
  for (const { name, judge } of rules) {
    const objection = judge(submission, facts);
    if (objection?.outcome === 'refuse') return { ...objection, rule: name };
    if (objection) held ??= { ...objection, rule: name };
  }
  return held ?? { outcome: 'allow' };
}
