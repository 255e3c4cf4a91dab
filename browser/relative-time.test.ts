import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exactTime, relativeText } from './relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('relativeText', () => {
  const rows: [string, string][] = [
    ['2026-11-21T12:00:00Z', 'now'],
    ['2026-11-21T11:59:01Z', 'now'],
    ['2026-11-21T11:59:00Z', '1m ago'],
    ['2026-11-21T09:59:00Z', '2h ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-18T11:00:00Z', '3d ago'],
    ['2026-11-21T12:30:00Z', 'in 30m'],
    ['2026-10-03T12:00:00Z', 'Oct 3'],
    ['2025-11-21T12:00:00Z', 'Nov 21, 2025'],
  ];
  for (const [moment, text] of rows)
    it(moment, () => assert.equal(relativeText(new Date(moment), now, 'en'), text));

  it('is short when brief', () => {
    const brief = (moment: string) => relativeText(new Date(moment), now, 'en', true);
    assert.deepEqual(
      ['2026-11-21T12:00:00Z', '2026-11-21T11:59:00Z', '2026-11-20T11:00:00Z', '2026-10-03T12:00:00Z'].map(
        brief,
      ),
      ['now', '1m', '1d', 'Oct 3'],
    );
  });

  it('uses the language of the page', () => {
    assert.equal(relativeText(new Date('2026-11-18T11:00:00Z'), now, 'de'), 'vor 3 Tagen');
  });
});

describe('exactTime', () => {
  it('names the time zone', () =>
    assert.equal(exactTime(now, 'en', 'UTC'), 'November 21, 2026 at 12:00:00 PM UTC'));
});
