import { isAtLeast } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

/** The same link from several new accounts usually has a single sender. */
export const sameLink: Rule = {
  name: 'same link',
  judge: (_, { sharers, trust }) =>
    sharers >= 2 && !isAtLeast(trust, 'basic')
      ? { outcome: 'hold', detail: `${sharers} other new members posted the same link within a week` }
      : undefined,
};
