import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import { days, hours, minutes } from '../../../kernel/time.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Pace, Submission } from '../submission.ts';
import { isAtLeast, type Trust } from '../trust/trust.ts';
import type { Rule } from '../verdict.ts';

type Paced = 'post' | 'comment' | 'reaction';
type Paces = Readonly<Record<Paced, readonly Pace[]>>;

const isPaced = (subject: Submission['subject']): subject is Paced =>
  subject !== 'page' && subject !== 'term' && subject !== 'message' && subject !== 'plan';

const everybody = ({ POST_LIMIT }: Config): Paces => ({
  post: [{ calls: POST_LIMIT, within: hours(1) }],
  comment: [{ calls: POST_LIMIT, within: hours(1) }],
  reaction: [{ calls: 1000, within: days(1) }],
});

// New members average one post per thirty seconds, with room for a burst in the first minute.
const newcomers = (config: Config): Paces => ({
  post: [...everybody(config).post, { calls: config.NEWCOMER_POST_LIMIT, within: minutes(5) }],
  comment: [...everybody(config).comment, { calls: config.NEWCOMER_POST_LIMIT, within: minutes(2) }],
  reaction: [...everybody(config).reaction, { calls: 60, within: minutes(1) }],
});

/** Rate limits that apply to a submission. Edits are exempt. */
export function rateLimitsOf(submission: Submission, trust: Trust, config: Config): readonly Pace[] {
  // Pages, terms, messages and plans have separate limits.
  if ('editing' in submission || !isPaced(submission.subject)) return [];
  return (isAtLeast(trust, 'basic') ? everybody : newcomers)(config)[submission.subject];
}

export const pace: Rule = {
  name: 'pace',
  judge(submission, { now, spent }) {
    if (spent.length === 0) return undefined;
    const ends = spent.map(({ pace, oldest }) => oldest.getTime() + pace.within);
    const wait = Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000));
    const problem = new Problem(
      'throttled',
      t('You are posting too fast. Try again in {wait}.', { wait: inWords(wait) }),
      {
        retryAfter: wait,
        ...(submission.subject !== 'reaction' && { field: 'text' }),
      },
    );
    return { outcome: 'refuse', problem };
  },
};

const inWords = (wait: number) =>
  wait < 120 ? `${wait} ${wait === 1 ? 'second' : 'seconds'}` : `${Math.ceil(wait / 60)} minutes`;
