import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { toWallTime } from '../../kernel/time.ts';
import { expandRule, formatRule, parseRule } from './recurrence.ts';
import { toSchedule } from './schedule.ts';

const parse = (text: string) => parseRule(text, (until) => until.slice(0, 8));
const days = (text: string, start: string) =>
  expandRule(parse(text), new Date(`${start}T19:00Z`)).map((date) => date.toISOString().slice(0, 10));

test('rules give the dates of RFC 5545', () => {
  const rows: [rule: string, start: string, dates: string[]][] = [
    ['FREQ=DAILY;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-03', '1997-09-04']],
    ['FREQ=DAILY;INTERVAL=10;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-12', '1997-09-22']],
    ['FREQ=WEEKLY;UNTIL=19970917', '1997-09-02', ['1997-09-02', '1997-09-09', '1997-09-16']],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24']],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '1997-09-05', ['1997-09-05', '1997-10-03', '1997-11-07']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', ['1997-09-22', '1997-10-20', '1997-11-17']],
    ['FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3', '1997-09-28', ['1997-09-28', '1997-10-29', '1997-11-28']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2', '1998-02-13', ['1998-02-13', '1998-03-13']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '1997-09-30', ['1997-09-30', '1997-10-31', '1997-11-28']],
    ['FREQ=MONTHLY;COUNT=3', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=YEARLY;COUNT=4;BYMONTH=6,7', '1997-06-10', ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10']],
    ['FREQ=YEARLY;COUNT=2;BYDAY=20MO', '1997-05-19', ['1997-05-19', '1998-05-18']],
    ['FREQ=YEARLY;COUNT=3', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
  ]; // prettier-ignore
  for (const [rule, start, dates] of rows) assert.deepEqual(days(rule, start), dates, rule);
});

test('rules that do not end, never happen or cost too much are rejected at their field', () => {
  const start = '2026-03-02';
  for (const rule of [
    '',
    'FREQ=WEEKLY',
    'FREQ=HOURLY;COUNT=3',
    'FREQ=SECONDLY;UNTIL=20300101',
    'FREQ=DAILY;COUNT=367',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101',
    'FREQ=DAILY;INTERVAL=0;COUNT=2',
    'FREQ=DAILY;COUNT=x',
    'FREQ=DAILY;COUNT=3;BYSECOND=1',
    'FREQ=DAILY;COUNT=3;BYHOUR=1,2,3',
    'FREQ=YEARLY;COUNT=3;BYWEEKNO=20',
    'FREQ=YEARLY;COUNT=3;BYYEARDAY=20',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5',
    'FREQ=DAILY;COUNT=2;COUNT=3',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=99991231',
    'FREQ=DAILY;UNTIL=99991231',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=MONTHLY;BYSETPOS=366;BYDAY=MO;COUNT=2',
    'FREQ=DAILY;COUNT=2;BYSETPOS=1',
    'FREQ=YEARLY;COUNT=300',
    'FREQ=MONTHLY;BYDAY=6MO;COUNT=2',
    'FREQ=WEEKLY;BYDAY=1MO;COUNT=2',
    'FREQ=WEEKLY;BYMONTHDAY=2;COUNT=2',
    'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
    `FREQ=DAILY;COUNT=3;BYMONTHDAY=${'1,'.repeat(5000)}1`,
    'FREQ=DAILY;WKST=XX;COUNT=2',
  ])
    assert.throws(() => days(rule, start), { kind: 'invalid', field: 'rule' }, rule);
});

/** The dates of another implementation. It is only asked about rules that have some. */
function expandedByIcal(rule: string, start: Date, count: number): string[] {
  const from = ICAL.Time.fromDateTimeString(start.toISOString().slice(0, 19));
  const iterator = ICAL.Recur.fromString(rule).iterator(from);
  return Array.from({ length: count }, () => iterator.next().toString());
}

test('rules agree with a calendar program', () => {
  const start = new Date('2026-01-01T09:30:00Z');
  const weekday = fc.constantFrom('SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA');
  const some = (one: fc.Arbitrary<string | number>, maxLength = 3) =>
    fc.uniqueArray(one, { minLength: 1, maxLength }).map((list) => list.join(','));
  const rules = fc.oneof(
    fc.record({ FREQ: fc.constant('DAILY'), INTERVAL: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      FREQ: fc.constant('WEEKLY'),
      INTERVAL: fc.integer({ min: 1, max: 5 }),
      BYDAY: some(weekday),
    }),
    fc.record({
      FREQ: fc.constant('MONTHLY'),
      INTERVAL: fc.integer({ min: 1, max: 4 }),
      BYMONTHDAY: some(fc.integer({ min: 1, max: 28 })),
    }),
    fc.record({
      FREQ: fc.constant('MONTHLY'),
      BYDAY: fc.tuple(fc.constantFrom(1, 2, 3, 4, -1), weekday).map((each) => each.join('')),
    }),
    fc.record({
      FREQ: fc.constant('YEARLY'),
      BYMONTH: some(fc.integer({ min: 1, max: 12 })),
      BYMONTHDAY: fc.integer({ min: 1, max: 28 }),
    }),
  );
  fc.assert(
    fc.property(rules, (parts) => {
      const text = Object.entries(parts)
        .map(([name, value]) => `${name}=${value}`)
        .join(';');
      const [first = ''] = expandedByIcal(text, start, 1);
      const from = new Date(`${first}Z`);
      const dates = expandRule(parse(`${text};COUNT=8`), from).map((date) => date.toISOString().slice(0, 19));
      assert.deepEqual(dates, expandedByIcal(text, from, 8), text);
    }),
    { numRuns: 300 },
  );
});

test('a rule is stored in one form', () => {
  assert.equal(
    formatRule(parse(' rrule:byday=-1FR;freq=monthly;interval=1;count=5;wkst=MO ')),
    'FREQ=MONTHLY;COUNT=5;BYDAY=-1FR',
  );
});

const now = new Date('2026-01-01T00:00:00Z');
const weekly = { isAllDay: false, rule: 'FREQ=WEEKLY;COUNT=8' };

test('a date keeps its local time when the clocks change', () => {
  const zones: [zone: string, start: string, end: string, utc: string[]][] = [
    ['Europe/Berlin', '2026-03-20T19:00', '2026-03-20T21:30', ['18:00', '18:00', '17:00', '17:00']],
    ['America/New_York', '2026-02-27T19:00', '2026-02-27T21:30', ['00:00', '00:00', '23:00', '23:00']],
    ['Australia/Lord_Howe', '2026-03-22T19:00', '2026-03-22T21:30', ['08:00', '08:00', '08:30', '08:30']],
    ['Asia/Kolkata', '2026-03-13T19:00', '2026-03-13T21:30', ['13:30', '13:30', '13:30', '13:30']],
    ['Pacific/Chatham', '2026-03-22T19:00', '2026-03-22T21:30', ['05:15', '05:15', '06:15', '06:15']],
    ['Africa/Casablanca', '2026-02-06T19:00', '2026-02-06T21:30', ['18:00', '18:00', '19:00', '19:00']],
  ];
  for (const [timeZone, start, end, utc] of zones) {
    const { dates } = toSchedule({ ...weekly, start, end, timeZone }, now);
    const local = dates.map(({ startsAt }) => toWallTime(startsAt, timeZone).slice(11));
    assert.deepEqual([...new Set(local)], ['19:00'], timeZone);
    const ends = dates.map(({ endsAt }) => toWallTime(endsAt, timeZone).slice(11));
    assert.deepEqual([...new Set(ends)], ['21:30'], timeZone);
    const clock = dates.slice(0, 4).map(({ startsAt }) => startsAt.toISOString().slice(11, 16));
    assert.deepEqual(clock, utc, timeZone);
  }
});

test('all day is from midnight to midnight, also on the days when the clocks change', () => {
  const hours = (start: string) =>
    toSchedule({ start, end: start, isAllDay: true, timeZone: 'Europe/Berlin', rule: '' }, now).dates.map(
      ({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / 3_600_000,
    );
  assert.deepEqual([...hours('2026-03-28'), ...hours('2026-03-29'), ...hours('2026-10-25')], [24, 23, 25]);
});

test('a time that the clocks skip is the one after it, and one that they repeat is the first', () => {
  const at = (start: string, end: string) =>
    toSchedule({ start, end, isAllDay: false, timeZone: 'Europe/Berlin', rule: '' }, now).dates[0];
  assert.equal(
    at('2026-03-29T02:30', '2026-03-29T04:00')?.startsAt.toISOString(),
    '2026-03-29T01:30:00.000Z',
  );
  assert.equal(
    at('2026-10-25T02:30', '2026-10-25T04:00')?.startsAt.toISOString(),
    '2026-10-25T00:30:00.000Z',
  );
});

test('the last day may be a time in UTC, as calendars write it', () => {
  const series = (until: string) =>
    toSchedule(
      {
        start: '2026-03-13T19:00',
        end: '2026-03-13T20:00',
        isAllDay: false,
        timeZone: 'Europe/Berlin',
        rule: `FREQ=WEEKLY;UNTIL=${until}`,
      },
      now,
    );
  assert.deepEqual(
    ['20260403', '20260403T170000Z', '20260403T165959Z', '20260403T190000'].map(
      (until) => series(until).rule,
    ),
    ['20260403', '20260403', '20260402', '20260403'].map((last) => `FREQ=WEEKLY;UNTIL=${last}`),
  );
});

test('times that do not exist or make no sense are rejected at their field', () => {
  const rows: [change: Record<string, string>, field: string][] = [
    [{ start: '2026-02-30T19:00' }, 'start'],
    [{ start: 'soon' }, 'start'],
    [{ start: '0001-01-01T00:00', end: '0001-01-01T01:00' }, 'start'],
    [{ start: '9999-12-31T23:00', end: '9999-12-31T23:59' }, 'start'],
    [{ start: '2999-12-31T23:00', end: '2999-12-31T23:59' }, 'start'],
    [{ start: '2036-01-01T19:00', end: '2036-01-01T20:00' }, 'start'],
    [{ end: '2026-03-13T19:00' }, 'end'],
    [{ end: '2026-03-31T19:00' }, 'end'],
    [{ end: '' }, 'end'],
    [{ timeZone: 'Europe/Atlantis' }, 'time_zone'],
    [{ timeZone: '' }, 'time_zone'],
  ];
  const valid = {
    start: '2026-03-13T19:00',
    end: '2026-03-13T20:00',
    timeZone: 'Europe/Berlin',
    isAllDay: false,
    rule: '',
  };
  for (const [change, field] of rows)
    assert.throws(
      () => toSchedule({ ...valid, ...change }, now),
      { kind: 'invalid', field },
      JSON.stringify(change),
    );
});
