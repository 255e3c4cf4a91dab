import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpiry } from './fields.ts';

const now = new Date('2026-11-21T12:00:00Z');
const read = (text: string) => parseExpiry(text, now).toISOString();

test('parses the date formats that clients send, in UTC', () => {
  const rows = [
    ['2026-12-01 08:30:00', '2026-12-01T08:30:00.000Z'],
    ['2026-12-01 08:30', '2026-12-01T08:30:00.000Z'],
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T08:30', '2026-12-01T08:30:00.000Z'],
    ['2026-12-01T08:30:00.123Z', '2026-12-01T08:30:00.000Z'],
    ['2026-12-01T08:30:00+02:00', '2026-12-01T06:30:00.000Z'],
    ['2026-12-01T08:30:00-0330', '2026-12-01T12:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['  2026-11-21 12:00:01 ', '2026-11-21T12:00:01.000Z'],
  ] as const;
  for (const [text, expected] of rows) assert.equal(read(text), expected, text);
});

test('rejects an invalid time', () => {
  const rows = ['soon', '2027-02-29', '2026-13-01', '2026-12-01 25:00:00', '2026-12-01 08:60', '2026-12-01 08:30:60',
    '01/12/2026', '1764547200', '2026-12-01 08:30:00 CET', '2026-12-00', '+2026-12-01']; // prettier-ignore
  for (const text of rows)
    assert.throws(() => read(text), { kind: 'invalid', field: 'expiry', message: /YYYY-MM-DD/ }, text);
});

test('an expiry must be in the future', () => {
  for (const text of ['2020-11-11 12:00:00', '2026-11-21 12:00:00', '2026-11-21'])
    assert.throws(() => read(text), { kind: 'invalid', field: 'expiry', message: /future/ }, text);
});

test('the current expiry of a link is accepted after it has passed', () => {
  const present = new Date('2026-11-20T00:00:00Z');
  assert.deepEqual(parseExpiry('2026-11-20T00:00:00', now, present), present);
  assert.throws(() => parseExpiry('2026-11-19', now, present), { field: 'expiry' });
});
