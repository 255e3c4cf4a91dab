import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromWallTime, isTimeZone, toWallTime } from './time-zone.ts';

describe('fromWallTime', () => {
  const rows: [string, string, string | undefined][] = [
    ['2026-01-15T08:30', 'UTC', '2026-01-15T08:30:00.000Z'],
    ['2026-01-15T08:30', 'Europe/Berlin', '2026-01-15T07:30:00.000Z'],
    ['2026-07-15T08:30', 'Europe/Berlin', '2026-07-15T06:30:00.000Z'],
    ['2026-01-15T08:30', 'America/New_York', '2026-01-15T13:30:00.000Z'],
    ['2026-01-15T08:30', 'Asia/Kolkata', '2026-01-15T03:00:00.000Z'],
    // Clocks go forward from two to three: half past two is half an hour after two.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // Clocks go back at three: two o'clock occurs twice, and the first counts.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-02-30T08:30', 'UTC', undefined],
    ['soon', 'UTC', undefined],
    ['2026-01-15T08:30', 'Europe/Nowhere', undefined],
  ];
  for (const [wall, zone, expected] of rows)
    it(`converts ${wall} from ${zone}`, () =>
      assert.equal(fromWallTime(wall, zone)?.toISOString(), expected));

  it('round-trips with toWallTime', () => {
    const at = new Date('2026-07-15T06:30:00Z');
    assert.equal(toWallTime(at, 'Europe/Berlin'), '2026-07-15T08:30');
  });

  it('accepts deprecated zone names, and no unknown ones', () => {
    assert.ok(isTimeZone('Asia/Calcutta'));
    for (const zone of ['', '../etc', 'Nowhere', '+25:00', 'a'.repeat(100)])
      assert.ok(!isTimeZone(zone), zone);
  });
});
