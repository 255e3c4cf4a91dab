import type { Target } from './target.ts';

/** What becomes of a link with such a target: nothing, visitors are warned until an operator has looked, it is not made. */
export type Outcome = 'allow' | 'hold' | 'refuse';

export type RuleName =
  | 'listed'
  | 'lookalike'
  | 'mixed-scripts'
  | 'program'
  | 'shortener'
  | 'odd-name'
  | 'redirects'
  | 'inside'
  | 'reports';

export interface Finding {
  rule: RuleName;
  outcome: 'hold' | 'refuse';
  /** A sentence for the owner of the link. */
  reason: string;
}

/** A name on one of the operator's lists. */
export interface ListEntry {
  list: 'domain' | 'keyword' | 'brand' | 'trusted';
  value: string;
  outcome: 'hold' | 'refuse' | null;
  reason: string;
}

/** What an operator has said of a rule. */
export interface RuleSetting {
  rule: RuleName;
  outcome: Outcome;
  threshold: number | null;
}

/** What the rules are told beside the target. */
export interface Facts {
  /** Of the lists, what fits the target, and all brands. */
  entries: readonly ListEntry[];
  settings: readonly RuleSetting[];
  /** Names of this very service, which others may not look like. */
  ownNames: readonly string[];
  /** It leads to somebody's branded domain, and so back here. */
  isOurs: boolean;
}

/** Looks at a target and says in a sentence for its owner what is wrong with it, if anything is. */
export type Check = (target: Target, facts: Facts, threshold: number) => string | undefined;
