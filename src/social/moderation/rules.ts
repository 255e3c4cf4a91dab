import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { TextRule } from './text-marks.ts';
import { isAtLeast, type Trust } from './trust.ts';
import type { Pace, Rule, Submission } from './verdict.ts';
import { waitingTime } from '../../platform/limits.ts';

export const suspended: Rule = {
  name: 'suspended',
  judge: (_, { authorIsLive }) =>
    authorIsLive
      ? undefined
      : {
          outcome: 'refuse',
          problem: new Problem('forbidden', msg('This account cannot publish at the moment')),
        },
};

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
      msg('You are posting too fast. Try again in {wait}.', { wait: waitingTime(wait) }),
      {
        retryAfter: wait,
        ...(submission.subject !== 'reaction' && { field: 'text' }),
      },
    );
    return { outcome: 'refuse', problem };
  },
};

export const repeated: Rule = {
  name: 'repeated',
  judge: (_, { isRepeated }) =>
    isRepeated
      ? {
          outcome: 'refuse',
          problem: new Problem(
            'conflict',
            msg('You already posted this. Wait a few minutes to post the same text again.'),
            { field: 'text' },
          ),
        }
      : undefined,
};

/** Near-duplicates within a day, by one author or by several. */
export const nearDuplicates: Rule = {
  name: 'echoed',
  judge(_, { echoes: { own, others }, trust }) {
    if (isAtLeast(trust, 'known')) return undefined;
    if (own >= 8)
      return {
        outcome: 'refuse',
        problem: new Problem('conflict', msg('You posted nearly the same text in several places today'), {
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
        problem: invalid(field, msg('Mention at most {maxMentions} people at once', { maxMentions })),
      };
    if (links > max)
      return {
        outcome: 'refuse',
        problem: invalid(field, msg('Add at most {max} links', { max })),
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

/** The same link from several new accounts usually has a single sender. */
export const sameLink: Rule = {
  name: 'same link',
  judge: (_, { sharers, trust }) =>
    sharers >= 2 && !isAtLeast(trust, 'basic')
      ? { outcome: 'hold', detail: `${sharers} other new members posted the same link within a week` }
      : undefined,
};

/** The rule for the operator's list of words and link domains. */
export const listed: Rule = {
  name: 'list',
  judge(_, { matches }) {
    const refused = matches.find(({ outcome }) => outcome === 'refuse');
    if (refused) return { outcome: 'refuse', problem: invalid(refused.field, refusal(refused)) };
    const [held] = matches;
    return held && { outcome: 'hold', detail: `“${held.pattern}” is on the list of ${nouns[held.kind]}` };
  },
};

const nouns = { word: 'words', part: 'parts of words', domain: 'domains' } as const;

const refusal = ({ kind, pattern }: TextRule) =>
  kind === 'domain'
    ? msg('Links to {pattern} are not allowed here', { pattern })
    : msg('“{pattern}” is not allowed here', { pattern });

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
          msg('This looks like spam. Rephrase it, or contact a moderator.'),
        ),
      };
    return hold > 0 && score >= hold
      ? { outcome: 'hold', detail: `Spam score ${Math.floor(score * 100)} of 100` }
      : undefined;
  },
};
