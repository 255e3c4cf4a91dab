import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Rule } from '../verdict.ts';

export const repeated: Rule = {
  name: 'repeated',
  judge: (_, { isRepeated }) =>
    isRepeated
      ? {
          outcome: 'refuse',
          problem: new Problem(
            'conflict',
            t('You already posted this. Wait a few minutes to post the same text again.'),
            { field: 'text' },
          ),
        }
      : undefined,
};
