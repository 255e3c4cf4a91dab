import { isAtLeast } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

/** Holds a new author's first posts for review, if the operator wants it. */
export const firstPosts: Rule = {
  name: 'first posts',
  judge({ subject }, { approvedCount, reviewedFirstPosts, trust }) {
    if (
      subject === 'reaction' ||
      subject === 'message' ||
      subject === 'plan' ||
      approvedCount >= reviewedFirstPosts ||
      isAtLeast(trust, 'known')
    )
      return undefined;
    return { outcome: 'hold', detail: `One of their first ${reviewedFirstPosts} posts` };
  },
};
