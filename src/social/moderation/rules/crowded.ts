import { invalid } from '../../../kernel/problem.ts';
import type { Rule } from '../verdict.ts';

const most = { links: 20, mentions: 20 };
const mostOfNewcomers = { links: 2, mentions: 5 };

/** Nobody calls everybody; and whoever came today with a handful of links is looked at first. */
export const crowded: Rule = {
  name: 'crowded',
  judge(_, { links, mentions, isNewcomer }) {
    if (mentions > most.mentions)
      return {
        outcome: 'refuse',
        problem: invalid('text', `Mention at most ${most.mentions} people at once`),
      };
    if (links > most.links)
      return { outcome: 'refuse', problem: invalid('text', `Put in at most ${most.links} links at once`) };
    const isMuch = links > mostOfNewcomers.links || mentions > mostOfNewcomers.mentions;
    return isNewcomer && isMuch ? { outcome: 'hold' } : undefined;
  },
};
