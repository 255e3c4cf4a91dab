import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addModerator } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { publishPost } from '../posts/publishing.ts';
import { progressOf, type Standing, trustOf } from './trust.ts';

const standing = (given: Partial<Standing>): Standing => ({
  ...{ isStaff: false, isVerified: false, age: days(100), approvedCount: 0, upheld: 0, reactors: 0 },
  ...given,
});

test('says what is missing to the next level, and reaching it is that level', () => {
  const rows: [Partial<Standing>, string, string | undefined, string[]][] = [
    [{ age: 0 }, 'new', 'basic', ['age 0/1']],
    [{ age: days(20), approvedCount: 9 }, 'basic', 'known', ['age 20/14', 'approved 9/10', 'reactors 0/3']],
    [
      { approvedCount: 50, reactors: 15, upheld: 1 },
      'basic',
      'known',
      ['age 100/14', 'approved 50/10', 'reactors 15/3', 'decisions 1/0'],
    ],
    [
      { age: days(15), approvedCount: 10, reactors: 3 },
      'known',
      'trusted',
      ['age 15/60', 'approved 10/50', 'reactors 3/15'],
    ],
    [{ upheld: 3 }, 'restricted', 'basic', ['decisions 3/2']],
    [{ isVerified: true, upheld: 1 }, 'basic', 'trusted', ['decisions 1/0']],
    [{ isVerified: true }, 'trusted', undefined, []],
    [{ isStaff: true, upheld: 9 }, 'staff', undefined, []],
  ];
  for (const [given, trust, next, steps] of rows) {
    const found = progressOf(standing(given));
    const shown = found.steps.map(({ name, have, need }) => `${name} ${have}/${need}`);
    assert.deepEqual([found.trust, found.next, shown], [trust, next, steps]);
    assert.equal(trustOf(standing(given)), trust);
  }
});

testPlaza('the level is shown to oneself and moderators only', async ({ app, ada, bob, plaza }) => {
  const mona = await addModerator(app, 'mona');
  await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  const page = await plaza.page(ada, '/settings/trust');
  assert.match(page.text, /Your level: Member/);
  assert.match(page.text, /Visible posts and comments: 1 of 10/);
  assert.match((await plaza.page(ada, '/@ada')).text, /<a href="\/settings\/trust">Trust level: member/);
  assert.match((await plaza.page(mona, '/@ada')).text, /Trust level: member/);
  for (const reader of [bob, undefined])
    assert.doesNotMatch((await plaza.page(reader, '/@ada')).text, /Trust level: /);
  assert.equal((await plaza.page(undefined, '/settings/trust')).status, 303);
  const path = '/apis/php/user/trust';
  assert.equal((await plaza.api(undefined, 'GET', path)).status, 401);
  const { level, next, steps } = (await plaza.api(ada, 'GET', path)).body.data as {
    level: string;
    next: string;
    steps: unknown[];
  };
  assert.deepEqual([level, next], ['basic', 'known']);
  assert.deepEqual(steps[1], { name: 'approved', have: 1, need: 10, done: false });
});
