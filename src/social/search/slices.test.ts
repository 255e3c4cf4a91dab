import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slicesBetween } from './slices.ts';

const widths = [256n, 4096n, 65_536n];

const rangesOf = (bottom: bigint, top: bigint) =>
  slicesBetween(bottom, top).map(({ level, n }) => {
    const width = widths[level] ?? 0n;
    return { from: n * width, until: (n + 1n) * width };
  });

test('slices cover all ids once, newest first', () => {
  for (const top of [0n, 255n, 256n, 4095n, 4096n, 65_535n, 100_000n, 1_048_576n, 9_005_001n])
    for (const bottom of [0n, 1n, 3000n, 90_000n]) {
      const ranges = rangesOf(bottom, top);
      if (bottom > top) {
        assert.ok(ranges.every(({ from }) => from <= top));
        continue;
      }
      assert.ok((ranges[0]?.until ?? 0n) > top, `${bottom} to ${top}`);
      assert.ok((ranges.at(-1)?.from ?? 1n) <= bottom, `${bottom} to ${top}`);
      for (const [index, { from }] of ranges.entries())
        if (index + 1 < ranges.length) assert.equal(ranges[index + 1]?.until, from, `${bottom} to ${top}`);
    }
});

test('there are few slices, regardless of the number of ids', () => {
  assert.ok(slicesBetween(0n, 10_000n).length < 32);
  assert.ok(slicesBetween(0n, 1_000_000n).length < 64);
  assert.ok(slicesBetween(0n, 100_000_000n).length < 1600);
  assert.equal(slicesBetween(0n, 2n ** 63n - 1n).length, 50_000);
  assert.deepEqual(slicesBetween(0n, -1n).length <= 1, true);
});
