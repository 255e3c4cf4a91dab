import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPeriods } from './membership.ts';

const rows = [
  ['2026-01-31T10:00:00Z', 'month', 1, 1, '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 'month', 1, 2, '2026-03-31T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 'month', 3, 1, '2026-04-30T10:00:00Z'],
  ['2026-11-30T23:59:59Z', 'month', 1, 3, '2027-02-28T23:59:59Z'],
  ['2028-02-29T00:00:00Z', 'year', 1, 1, '2029-02-28T00:00:00Z'],
  ['2028-02-29T00:00:00Z', 'year', 1, 4, '2032-02-29T00:00:00Z'],
  ['2026-12-31T08:00:00Z', 'month', 1, 1, '2027-01-31T08:00:00Z'],
  ['2026-03-28T08:00:00Z', 'day', 1, 4, '2026-04-01T08:00:00Z'],
  ['2026-03-28T08:00:00Z', 'week', 2, 1, '2026-04-11T08:00:00Z'],
] as const;

test('billing periods end on the day of the month they started, or on the last day of the month', () => {
  for (const [anchor, period, periodNum, n, end] of rows)
    assert.equal(
      addPeriods(new Date(anchor), { period, periodNum }, n).toISOString(),
      new Date(end).toISOString(),
      `${n} times ${periodNum} ${period} after ${anchor}`,
    );
});
