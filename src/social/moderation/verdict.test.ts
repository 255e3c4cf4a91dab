import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testConfig } from '../../../test/app.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { blockedWords } from './rules/blocked-words.ts';
import { crowded } from './rules/crowded.ts';
import { pace, pacesOf } from './rules/pace.ts';
import { repeated } from './rules/repeated.ts';
import { suspended } from './rules/suspended.ts';
import type { Facts, Submission } from './submission.ts';
import { decide, type Rule } from './verdict.ts';

const config = testConfig();
const now = new Date('2026-03-01T12:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const harmless: Facts = {
  now,
  authorIsLive: true,
  isNewcomer: false,
  spent: [],
  isRepeated: false,
  links: 0,
  mentions: 0,
  blockedWords: [],
};
const post: Submission = { subject: 'post', kind: 'post', title: '', text: 'Hello' };

const rows: [string, Rule, Partial<Facts>, string][] = [
  ['an ordinary post', suspended, {}, 'allow'],
  ['a suspended author', suspended, { authorIsLive: false }, 'refuse'],
  ['the same again', repeated, { isRepeated: true }, 'refuse'],
  ['within the pace', pace, {}, 'allow'],
  [
    'too fast',
    pace,
    { spent: [{ pace: { calls: 3, within: seconds(90) }, oldest: ago(seconds(30)) }] },
    'refuse',
  ],
  ['many links by an old hand', crowded, { links: 20 }, 'allow'],
  ['too many links', crowded, { links: 21 }, 'refuse'],
  ['too many mentions', crowded, { mentions: 21 }, 'refuse'],
  ['two links by a newcomer', crowded, { links: 2, isNewcomer: true }, 'allow'],
  ['three links by a newcomer', crowded, { links: 3, isNewcomer: true }, 'hold'],
  ['six mentions by a newcomer', crowded, { mentions: 6, isNewcomer: true }, 'hold'],
  ['a word to look at', blockedWords, { blockedWords: [{ word: 'pills', outcome: 'hold' }] }, 'hold'],
  ['a word not to be said', blockedWords, { blockedWords: [{ word: 'pills', outcome: 'refuse' }] }, 'refuse'],
];

describe('the rules of moderation', () => {
  for (const [what, rule, facts, outcome] of rows)
    it(`${what}: ${outcome}`, () => {
      assert.equal(decide([rule], post, { ...harmless, ...facts }).outcome, outcome);
    });

  it('say when it is worth trying again', () => {
    const spent = [
      { pace: { calls: 3, within: seconds(90) }, oldest: ago(seconds(30)) },
      { pace: { calls: 300, within: minutes(60) }, oldest: ago(minutes(50)) },
    ];
    const verdict = decide([pace], post, { ...harmless, spent });
    assert.ok('problem' in verdict && verdict.problem instanceof Problem);
    assert.equal(verdict.problem.retryAfter, 600);
    assert.equal(verdict.problem.message, 'That was a lot at once. Try again in 10 minutes');
  });

  it('let a refusal count before anything that would hold', () => {
    const facts = { ...harmless, isNewcomer: true, links: 5, isRepeated: true };
    assert.deepEqual(decide([crowded, repeated], post, facts), {
      ...decide([repeated], post, facts),
      rule: 'repeated',
    });
  });

  it('do not count changing what is there', () => {
    assert.deepEqual(pacesOf({ ...post, editing: '1' }, true, config), []);
    assert.ok(pacesOf(post, true, config).length > pacesOf(post, false, config).length);
  });
});
