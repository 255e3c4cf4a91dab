import { Problem } from '../../../kernel/problem.ts';
import type { Rule } from '../verdict.ts';

export const repeated: Rule = {
  name: 'repeated',
  judge: (_, { isRepeated }) =>
    isRepeated
      ? {
          outcome: 'refuse',
          problem: new Problem('conflict', 'You said exactly this a moment ago', { field: 'text' }),
        }
      : undefined,
};
