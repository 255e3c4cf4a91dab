import type { Target } from './target.ts';

/**
 * What happens to a link with such a destination: nothing, a warning until an operator has reviewed it, or
 * rejection.
 */
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
  /** Explanation for the owner of the link, in one sentence. */
  reason: string;
}

/** A name on one of the operator's lists. */
export interface ListEntry {
  list: 'domain' | 'keyword' | 'brand' | 'trusted';
  value: string;
  outcome: 'hold' | 'refuse' | null;
  reason: string;
}

/** An operator's setting of a rule. */
export interface RuleSetting {
  rule: RuleName;
  outcome: Outcome;
  threshold: number | null;
}

/** Data for the rules besides the destination. */
export interface Facts {
  /** List entries that match the destination, and all brands. */
  entries: readonly ListEntry[];
  settings: readonly RuleSetting[];
  /** Names of this service, which destinations must not imitate. */
  ownNames: readonly string[];
  /** Whether the destination is a branded domain of this service. */
  isOurs: boolean;
}

/** Checks a destination and returns what is wrong with it, as a sentence for its owner. */
export type Check = (target: Target, facts: Facts, threshold: number) => string | undefined;
