import { invalid } from '../../../kernel/problem.ts';
import type { Rule } from '../verdict.ts';

export const blockedWords: Rule = {
  name: 'blocked words',
  judge(_, { blockedWords }) {
    const refused = blockedWords.find(({ outcome }) => outcome === 'refuse');
    if (refused)
      return { outcome: 'refuse', problem: invalid('text', `“${refused.word}” may not be said here`) };
    return blockedWords.length > 0 ? { outcome: 'hold' } : undefined;
  },
};
