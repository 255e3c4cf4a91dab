import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCounts } from './create-backup.ts';

for (const [before, after, restored, isRight] of [
  [10_000, 10_000, 10_000, true],
  [10_000, 10_500, 10_200, true],
  [10_000, 9_000, 9_500, true],
  [10_000, 10_000, 9_900, false],
  [10_000, 10_500, 9_000, false],
  [10_000, 10_500, 12_000, false],
  [10_000, 10_000, undefined, false],
] as const)
  test(`${before} to ${after} rows, ${restored ?? 'no table'} restored: ${isRight ? 'right' : 'wrong'}`, () => {
    const counts = { before: { 'social.post': before }, after: { 'social.post': after } };
    const mistakes = compareCounts(counts, restored === undefined ? {} : { 'social.post': restored });
    assert.equal(mistakes.length === 0, isRight, mistakes.join());
  });
