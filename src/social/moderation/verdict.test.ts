import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testConfig } from '../../../test/app.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import {
  firstPosts,
  linkAndMentionLimits,
  listed,
  nearDuplicates,
  pace,
  rateLimitsOf,
  repeated,
  sameLink,
  spam,
  suspended,
} from './rules.ts';
import { decideSubmission, type Facts, type Rule, type Submission } from './verdict.ts';

const config = testConfig();
const now = new Date('2026-03-01T12:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const harmless: Facts = {
  now,
  authorIsLive: true,
  trust: 'basic',
  spent: [],
  isRepeated: false,
  echoes: { own: 0, others: 0 },
  links: 0,
  mentions: 0,
  sharers: 0,
  matches: [],
  spam: { score: null, hold: 0.9, refuse: 0 },
  approvedCount: 3,
  reviewedFirstPosts: 0,
};
const post: Submission = { subject: 'post', kind: 'post', title: '', text: 'Hello' };

const pills = (outcome: 'hold' | 'refuse') =>
  ({ kind: 'word', pattern: 'pills', outcome, field: 'text' }) as const;

const rows: [string, Rule, Partial<Facts>, string][] = [
  ['an ordinary post', suspended, {}, 'allow'],
  ['a suspended author', suspended, { authorIsLive: false }, 'refuse'],
  ['a repeated text', repeated, { isRepeated: true }, 'refuse'],
  ['a post within the rate limit', pace, {}, 'allow'],
  [
    'a post above the rate limit',
    pace,
    { spent: [{ pace: { calls: 3, within: seconds(90) }, oldest: ago(seconds(30)) }] },
    'refuse',
  ],
  ['many links by an established member', linkAndMentionLimits, { links: 20 }, 'allow'],
  ['too many links', linkAndMentionLimits, { links: 21 }, 'refuse'],
  ['too many mentions', linkAndMentionLimits, { mentions: 21 }, 'refuse'],
  ['two links by a newcomer', linkAndMentionLimits, { links: 2, trust: 'new' }, 'allow'],
  ['three links by a newcomer', linkAndMentionLimits, { links: 3, trust: 'new' }, 'hold'],
  ['six mentions by a newcomer', linkAndMentionLimits, { mentions: 6, trust: 'new' }, 'hold'],
  ['a link by a restricted member', linkAndMentionLimits, { links: 1, trust: 'restricted' }, 'hold'],
  ['a word that is held', listed, { matches: [pills('hold')] }, 'hold'],
  ['a word that is rejected', listed, { matches: [pills('refuse')] }, 'refuse'],
  ['a near-duplicate of three own texts', nearDuplicates, { echoes: { own: 3, others: 0 } }, 'hold'],
  ['a near-duplicate of two own texts', nearDuplicates, { echoes: { own: 2, others: 0 } }, 'allow'],
  ['a near-duplicate of eight own texts', nearDuplicates, { echoes: { own: 8, others: 0 } }, 'refuse'],
  ['a near-duplicate of texts by two others', nearDuplicates, { echoes: { own: 0, others: 2 } }, 'hold'],
  [
    'a near-duplicate by a known member',
    nearDuplicates,
    { echoes: { own: 8, others: 9 }, trust: 'known' },
    'allow',
  ],
  ['a newcomer’s link that two other newcomers shared', sameLink, { sharers: 2, trust: 'new' }, 'hold'],
  ['a member’s link that two newcomers shared', sameLink, { sharers: 2 }, 'allow'],
  ['an untrained spam filter', spam, {}, 'allow'],
  ['a spam score above the hold threshold', spam, { spam: { score: 0.95, hold: 0.9, refuse: 0 } }, 'hold'],
  ['a spam score below the hold threshold', spam, { spam: { score: 0.89, hold: 0.9, refuse: 0 } }, 'allow'],
  [
    'a spam score at the rejection threshold',
    spam,
    { spam: { score: 0.99, hold: 0.9, refuse: 0.99 } },
    'refuse',
  ],
  [
    'a high spam score of a trusted member',
    spam,
    { spam: { score: 1, hold: 0.9, refuse: 0.99 }, trust: 'trusted' },
    'allow',
  ],
  ['the first of three reviewed posts', firstPosts, { approvedCount: 0, reviewedFirstPosts: 3 }, 'hold'],
  ['the fourth post', firstPosts, { approvedCount: 3, reviewedFirstPosts: 3 }, 'allow'],
  [
    'the first post by a moderator',
    firstPosts,
    { approvedCount: 0, reviewedFirstPosts: 3, trust: 'staff' },
    'allow',
  ],
];

describe('moderation rules', () => {
  for (const [what, rule, facts, outcome] of rows)
    it(`${what}: ${outcome}`, () => {
      assert.equal(decideSubmission([rule], post, { ...harmless, ...facts }).outcome, outcome);
    });

  it('say when to retry', () => {
    const spent = [
      { pace: { calls: 3, within: seconds(90) }, oldest: ago(seconds(30)) },
      { pace: { calls: 300, within: minutes(60) }, oldest: ago(minutes(50)) },
    ];
    const verdict = decideSubmission([pace], post, { ...harmless, spent });
    assert.ok('problem' in verdict && verdict.problem instanceof Problem);
    assert.equal(verdict.problem.retryAfter, 600);
    assert.equal(verdict.problem.message, 'You are posting too fast. Try again in 10 minutes.');
  });

  it('prefer a rejection over holding', () => {
    const facts: Facts = { ...harmless, trust: 'new', links: 5, isRepeated: true };
    assert.deepEqual(decideSubmission([linkAndMentionLimits, repeated], post, facts), {
      ...decideSubmission([repeated], post, facts),
      rule: 'repeated',
    });
  });

  it('name the field with the matching word', () => {
    const matches = [{ ...pills('refuse'), field: 'title' }];
    const verdict = decideSubmission([listed], post, { ...harmless, matches });
    assert.ok('problem' in verdict);
    assert.equal(verdict.problem.field, 'title');
    assert.equal(verdict.problem.message, '“pills” is not allowed here');
  });

  it('do not count edits as new posts', () => {
    assert.deepEqual(rateLimitsOf({ ...post, editing: '1' }, 'new', config), []);
    assert.ok(rateLimitsOf(post, 'new', config).length > rateLimitsOf(post, 'basic', config).length);
  });
});
