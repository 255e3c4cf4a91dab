import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Rule } from '../verdict.ts';

export const suspended: Rule = {
  name: 'suspended',
  judge: (_, { authorIsLive }) =>
    authorIsLive
      ? undefined
      : {
          outcome: 'refuse',
          problem: new Problem('forbidden', t('This account cannot publish at the moment')),
        },
};
