import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  commonZones,
  fromWallTime,
  isTimeZone,
  parseDay,
  parseTime,
  parseTimeZone,
  timeZones,
  toWallTime,
} from './time.ts';

const rows: [text: string, zone: string, expected: string | undefined][] = [
  ['2028-02-29', 'UTC', '2028-02-29T00:00:00.000Z'],
  ['2026-01-31 09:30', 'UTC', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:59.5Z', 'UTC', '2026-01-31T09:30:59.500Z'],
  ['2026-01-31T09:30+02:00', 'America/New_York', '2026-01-31T07:30:00.000Z'],
  ['2026-01-31T09:30:00-0530', 'UTC', '2026-01-31T15:00:00.000Z'],
  ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
  ['2026-01-01T12:00', 'Europe/Berlin', '2026-01-01T11:00:00.000Z'],
  // Skipped in spring: the offset before the change. Repeated in autumn: the first.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ['2027-02-29', 'UTC', undefined],
  ['2026-02-30', 'UTC', undefined],
  ['2026-02-30T10:00:00Z', 'UTC', undefined],
  ['2026-04-31 10:00', 'UTC', undefined],
  ['2026-13-01', 'UTC', undefined],
  ['2026-00-10', 'UTC', undefined],
  ['2026-01-00', 'UTC', undefined],
  ['2026-01-01T24:00', 'UTC', undefined],
  ['2026-01-01 25:00', 'UTC', undefined],
  ['2026-01-01T10:60', 'UTC', undefined],
  ['2026-01-01T10:00:60', 'UTC', undefined],
  ['2026-01-01T10:00+15:00', 'UTC', undefined],
  ['2026-01-01T10:00+01:60', 'UTC', undefined],
  ['2026-01-01T10', 'UTC', undefined],
  ['2026-1-1', 'UTC', undefined],
  ['2026-01', 'UTC', undefined],
  ['0000-01-01', 'UTC', undefined],
  // The offset of the first or last year that time zones are known for.
  ['9999-12-31T23:59', 'Europe/Berlin', '9999-12-31T22:59:00.000Z'],
  ['9999-12-31T23:59', 'America/New_York', undefined],
  ['9999-12-31T23:59-05:00', 'UTC', undefined],
  ['1000-01-01T00:00', 'Asia/Kolkata', '0999-12-31T18:06:32.000Z'],
  ['2026-01-01x', 'UTC', undefined],
  ['tomorrow', 'UTC', undefined],
  ['', 'UTC', undefined],
  ['2026-01-01T10:00', 'Mars/Olympus', undefined],
];

for (const [text, zone, expected] of rows)
  test(`reads ${JSON.stringify(text)} in ${zone} as ${expected ?? 'no time'}`, () =>
    assert.equal(parseTime(text, zone)?.toISOString(), expected));

test('reads a day only where nothing else is written', () => {
  assert.equal(parseDay('2026-01-31')?.toISOString(), '2026-01-31T00:00:00.000Z');
  assert.equal(parseDay('2026-01-31T10:00'), undefined);
  assert.equal(parseDay('2026-02-30'), undefined);
});

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

  it('returns the name of a zone that is used today', () => {
    const rows = [
      ['europe/BERLIN', 'Europe/Berlin'],
      [' Europe/Berlin ', 'Europe/Berlin'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['asia/kolkata', 'Asia/Kolkata'],
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['US/Pacific', 'America/Los_Angeles'],
      ['gmt', 'UTC'],
      ['Etc/UTC', 'UTC'],
      ['Nowhere', undefined],
      ['', undefined],
    ] as const;
    for (const [typed, expected] of rows) assert.equal(parseTimeZone(typed), expected, typed);
    for (const zone of timeZones) assert.equal(parseTimeZone(zone), zone);
    for (const zone of commonZones) assert.ok(timeZones.includes(zone), zone);
  });

  it('accepts deprecated zone names, and no unknown ones', () => {
    assert.ok(isTimeZone('Asia/Calcutta'));
    for (const zone of ['', '../etc', 'Nowhere', '+25:00', '+05:30', '+0530', 'a'.repeat(100)])
      assert.ok(!isTimeZone(zone), zone);
  });
});
