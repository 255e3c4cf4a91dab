import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effects } from './effects.ts';
import { guards, targetKinds } from './guards.ts';

test('every guard and target is the effect of an option', () => {
  const known: readonly unknown[] = Object.values(effects);
  const others = [...guards, ...targetKinds].filter((each) => !known.includes(each));
  // An operator suspends links. Their owners have no option for it.
  assert.deepEqual(
    others.map(({ name }) => name),
    ['suspended'],
  );
});
