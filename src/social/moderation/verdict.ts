import type { Problem } from '../../kernel/problem.ts';
import type { Facts, Submission } from './submission.ts';

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
export function decide(rules: readonly Rule[], submission: Submission, facts: Facts): Verdict {
  let held: Verdict | undefined;
  for (const { name, judge } of rules) {
    const objection = judge(submission, facts);
    if (objection?.outcome === 'refuse') return { ...objection, rule: name };
    if (objection) held ??= { ...objection, rule: name };
  }
  return held ?? { outcome: 'allow' };
}
