import type { Problem } from '../../kernel/problem.ts';
import type { Facts, Submission } from './submission.ts';

/** Held until a moderator has looked, or not taken at all. `detail`: what was seen, for moderators. */
type Objection =
  { outcome: 'hold'; detail: string } | { outcome: 'refuse'; detail?: string; problem: Problem };

/** One reason not to take something as it is. Pure: everything it needs is in the facts. */
export interface Rule {
  name: string;
  judge: (submission: Submission, facts: Facts) => Objection | undefined;
}

export type Verdict = { outcome: 'allow' } | (Objection & { rule: string });

/** The first refusal counts, else the first reason to hold. */
export function decide(rules: readonly Rule[], submission: Submission, facts: Facts): Verdict {
  let held: Verdict | undefined;
  for (const { name, judge } of rules) {
    const objection = judge(submission, facts);
    if (objection?.outcome === 'refuse') return { ...objection, rule: name };
    if (objection) held ??= { ...objection, rule: name };
  }
  return held ?? { outcome: 'allow' };
}
