import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test as testWithApp } from '../../../../test/app.ts';
import { days } from '../../../kernel/time.ts';
import { ofLink } from '../roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from '../spool/insert-clicks.ts';
import { listTallies } from './tallies.ts';
import { sinceCreation, stepsOf, utcDay, wholeMonths } from './range.ts';
import { getStatistics } from './statistics.ts';

const at = (text: string) => new Date(`${text}Z`);

test('finds the whole months within a range', () => {
  const now = at('2026-03-10T12:00');
  const rows = [
    ['2026-01-01', '2026-03-01', '2026-01-01 2026-03-01'],
    ['2026-01-01T10:00', '2026-03-01T10:00', '2026-01-01 2026-03-01'],
    ['2026-01-02', '2026-03-01', undefined],
    ['2025-11-30', '2026-02-15', '2025-12-01 2026-02-01'],
    // The current month counts as whole if the range extends to now.
    ['2025-12-31', '2026-03-10T12:00', '2026-01-01 2026-04-01'],
    ['2026-01-20', '2026-04-01', '2026-02-01 2026-04-01'],
    ['2025-12-31', '2026-03-10T11:59', '2026-01-01 2026-03-01'],
    ['2026-03-01', '2026-03-11', undefined],
    ['2026-03-09', '2026-03-09T01:00', undefined],
  ] as const;
  for (const [from, to, expected] of rows) {
    const found = wholeMonths(
      { from: at(from.padEnd(16, 'T00:00')), to: at(to.padEnd(16, 'T00:00')), step: 'day' },
      now,
    );
    assert.equal(found && `${utcDay(found.from)} ${utcDay(found.to)}`, expected, `${from} to ${to}`);
  }
});

test('months are steps of their own lengths', () => {
  const steps = stepsOf({ from: at('2024-01-31T00:00'), to: at('2024-04-01T00:00'), step: 'month' });
  assert.deepEqual(steps.map(utcDay), ['2024-01-01', '2024-02-01', '2024-03-01']);
});

testWithApp('long ranges are read by month and equal the sum of the days', async (app) => {
  const now = app.clock.now().getTime();
  const countries = ['DE', 'FR', 'IT'] as const;
  const clicks = Array.from({ length: 400 }, (_, ago) =>
    sampleClick({ at: now - days(ago), visitor: { country: countries[ago % 3] ?? '', hash: String(ago) } }),
  );
  await insertClicks(app, clickLines(...clicks, sampleClick({ at: now - days(40), isBot: true })));
  const readBoth = async (from: number, to: number) => {
    const range = { from: new Date(now - days(from)), to: new Date(now - days(to)), step: 'day' } as const;
    const { countries } = await getStatistics(app, '1', range);
    const { tallies } = await listTallies(app, ofLink('1'), { dimension: 'country', range, limit: 10 });
    assert.deepEqual(countries, tallies);
    // Days are counted whole. The range ends at noon, so there is one more.
    assert.equal(
      countries.reduce((sum, { clicks }) => sum + clicks, 0),
      from - to + 1,
      `${from} to ${to}`,
    );
    return countries;
  };
  for (const [from, to] of [
    [100, 0],
    [399, 0],
    [200, 45],
    [90, 31],
    [59, 0],
    [6, 0],
  ] as const)
    await readBoth(from, to);
  const whole = await getStatistics(app, '1', sinceCreation(new Date(now - days(399)), new Date(now + 1)));
  assert.deepEqual([whole.clicks, whole.uniques, whole.bots, whole.countries[0]?.clicks], [400, 400, 1, 134]);
  const byDay = await getStatistics(app, '1', {
    ...sinceCreation(new Date(now - days(399)), new Date(now + 1)),
    step: 'day',
  });
  assert.deepEqual([byDay.clicks, byDay.uniques, byDay.bots], [400, 400, 1]);
  for (const { at, clicks } of whole.series)
    assert.equal(
      byDay.series
        .filter((day) => utcDay(day.at).slice(0, 7) === utcDay(at).slice(0, 7))
        .reduce((sum, day) => sum + day.clicks, 0),
      clicks,
    );
  assert.equal(whole.series.length, 15);
});
