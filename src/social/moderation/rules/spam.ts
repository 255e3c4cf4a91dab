import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { isAtLeast } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

/** Holds or rejects text that resembles spam. Trusted members are exempt. */
export const spam: Rule = {
  name: 'spam',
  judge(submission, { spam: { score, hold, refuse }, trust }) {
    if (score === null || isAtLeast(trust, 'trusted')) return undefined;
    if (refuse > 0 && score >= refuse)
      return {
        outcome: 'refuse',
        problem: invalid(
          'field' in submission ? submission.field : 'text',
          t('This looks like spam. Rephrase it, or contact a moderator.'),
        ),
      };
    return hold > 0 && score >= hold
      ? { outcome: 'hold', detail: `Spam score ${Math.floor(score * 100)} of 100` }
      : undefined;
  },
};
