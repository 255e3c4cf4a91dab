import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import { isAtLeast } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

/** Near-duplicates within a day, by one author or by several. */
export const nearDuplicates: Rule = {
  name: 'echoed',
  judge(_, { echoes: { own, others }, trust }) {
    if (isAtLeast(trust, 'known')) return undefined;
    if (own >= 8)
      return {
        outcome: 'refuse',
        problem: new Problem('conflict', t('You posted nearly the same text in several places today'), {
          field: 'text',
        }),
      };
    if (own >= 3)
      return { outcome: 'hold', detail: `Nearly the same text in ${own} other places within a day` };
    return others >= 2
      ? { outcome: 'hold', detail: `${others} others posted nearly the same text within a day` }
      : undefined;
  },
};
