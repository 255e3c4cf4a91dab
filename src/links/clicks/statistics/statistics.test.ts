import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { days, hours, minutes } from '../../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../spool/insert-clicks.ts';
import { getStatistics } from './statistics.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const at = (milliseconds: number) => new Date(milliseconds);

test('a link without clicks has zeros for every day', async (app) => {
  const range = { from: at(noon), to: at(noon + days(2)), step: 'day' } as const;
  const { series, ...rest } = await getStatistics(app, '1', range);
  assert.deepEqual(
    series,
    [1, 2, 3].map((date) => ({ at: at(Date.UTC(2026, 2, date)), clicks: 0, uniques: 0 })),
  );
  assert.deepEqual(rest, {
    clicks: 0,
    uniques: 0,
    bots: 0,
    countries: [],
    regions: [],
    cities: [],
    browsers: [],
    systems: [],
    devices: [],
    languages: [],
    referrers: [],
    variants: [],
    links: [],
    purposes: [],
  });
});

test('returns clicks by hour and by day, including gaps', async (app) => {
  const clicks = [0, 0, 90, 60 * 26].map((minute, i) =>
    sampleClick({ at: noon + minutes(minute), visitor: { hash: String(i) } }),
  );
  await insertClicks(app, clickLines(...clicks, sampleClick({ isBot: true }), sampleClick({ linkId: '2' })));

  const byHour = await getStatistics(app, '1', { from: at(noon), to: at(noon + hours(3)), step: 'hour' });
  assert.deepEqual(
    byHour.series.map((point) => [point.at.getTime() - noon, point.clicks, point.uniques]),
    [
      [0, 2, 2],
      [hours(1), 1, 1],
      [hours(2), 0, 0],
    ],
  );
  assert.deepEqual([byHour.clicks, byHour.uniques, byHour.bots], [3, 3, 1]);

  const byDay = await getStatistics(app, '1', {
    from: at(noon - days(1)),
    to: at(noon + days(1) + hours(3)),
    step: 'day',
  });
  assert.deepEqual(
    byDay.series.map((point) => [point.at.toISOString().slice(0, 10), point.clicks]),
    [
      ['2026-02-28', 0],
      ['2026-03-01', 3],
      ['2026-03-02', 1],
    ],
  );
});

test('a range excludes its end', async (app) => {
  await insertClicks(app, clickLines(sampleClick({ at: noon + hours(12) })));
  const midnight = at(noon + hours(12));
  const before = await getStatistics(app, '1', { from: at(noon), to: midnight, step: 'day' });
  const after = await getStatistics(app, '1', { from: midnight, to: at(noon + days(1)), step: 'day' });
  assert.deepEqual([before.clicks, before.countries.length, before.series.length], [0, 0, 1]);
  assert.deepEqual([after.clicks, after.countries.length, after.series.length], [1, 1, 1]);
});

test('returns the ten most frequent values of each dimension over all days', async (app) => {
  const clicks = Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: i + 1 }, (_, n) =>
      sampleClick({
        at: noon + days(n % 2),
        referrer: `r${i}.example`,
        visitor: { hash: String(i * 100 + n) },
      }),
    ),
  ).flat();
  await insertClicks(app, clickLines(...clicks));
  const { referrers, countries } = await getStatistics(app, '1', {
    from: at(noon),
    to: at(noon + days(2)),
    step: 'day',
  });
  assert.deepEqual(
    referrers.map(({ value, clicks }) => [value, clicks]),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => [`r${n - 1}.example`, n]),
  );
  assert.deepEqual(countries, [{ value: 'DE', clicks: 78, uniques: 78 }]);
});
