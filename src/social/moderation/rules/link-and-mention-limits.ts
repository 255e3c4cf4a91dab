import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { Submission } from '../submission.ts';
import type { Trust } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

const maxMentions = 20;

/** The maximum number of links. Articles may have more, for sources. */
const maxLinks = (submission: Submission): number =>
  submission.subject === 'post' && submission.kind !== 'post' ? 100 : 20;

/** The share of the maximum that is allowed without review. */
const share: Readonly<Record<Trust, number>> = {
  restricted: 0,
  new: 0.1,
  basic: 1,
  known: 1,
  trusted: 1,
  staff: 1,
};

/** Holds mass mentions, and several links from an account created today, for review. */
export const linkAndMentionLimits: Rule = {
  name: 'crowded',
  judge(submission, { links, mentions, trust }) {
    const field = 'field' in submission ? submission.field : 'text';
    const max = maxLinks(submission);
    if (mentions > maxMentions)
      return {
        outcome: 'refuse',
        problem: invalid(field, t('Mention at most {maxMentions} people at once', { maxMentions })),
      };
    if (links > max)
      return {
        outcome: 'refuse',
        problem: invalid(field, t('Add at most {max} links', { max })),
      };
    if (links > max * share[trust])
      return { outcome: 'hold', detail: `${inWords(links, 'link')} by ${who(trust)}` };
    if ((trust === 'new' || trust === 'restricted') && mentions > 5)
      return {
        outcome: 'hold',
        detail: `${inWords(mentions, 'person', 'people')} mentioned by ${who(trust)}`,
      };
    return undefined;
  },
};

const who = (trust: Trust) => (trust === 'restricted' ? 'a member with recent violations' : 'a new member');
const inWords = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
