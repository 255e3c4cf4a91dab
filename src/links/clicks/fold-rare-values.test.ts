import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { days } from '../../kernel/time.ts';
import { foldCurrentPeriod, foldRareValues } from './retention.ts';
import { insertClicks, clickLines, sampleClick } from './spool/insert-clicks.ts';
import { getStatistics } from './statistics/statistics.ts';

test('keeps the most frequent of a thousand referrers of a day and loses no clicks', async (app) => {
  const at = app.clock.now().getTime();
  const fromHost = (host: string, n: number) =>
    sampleClick({ at, referrer: `${host}.example`, visitor: { hash: `${n}` } });
  const popular = Array.from({ length: 5 }, (_, n) => fromHost('popular', n));
  const rare = Array.from({ length: 1000 }, (_, n) => fromHost(`rare${n}`, 100 + n));
  await insertClicks(app, clickLines(...popular, ...rare));
  const range = { from: new Date(at), to: new Date(at + days(1)), step: 'day' } as const;
  const countRows = async () =>
    (await app.db.selectFrom('links.click_day').select('value').where('dimension', '=', 'referrer').execute())
      .length;

  await foldRareValues(app);
  assert.equal(await countRows(), 1001, 'values of today are not folded');

  app.clock.turn(days(1));
  await foldRareValues(app);
  await foldRareValues(app);
  assert.equal(await countRows(), 101);
  const { referrers, clicks, uniques } = await getStatistics(app, '1', range);
  assert.deepEqual([clicks, uniques], [1005, 1005]);
  assert.deepEqual(referrers.slice(0, 2), [
    { value: '*', clicks: 901, uniques: 901 },
    { value: 'popular.example', clicks: 5, uniques: 5 },
  ]);

  await insertClicks(app, clickLines(fromHost('late', 5000)));
  await foldRareValues(app);
  assert.equal(await countRows(), 101);
  assert.equal((await getStatistics(app, '1', range)).referrers[0]?.clicks, 902);
});

test('keeps the thousand most frequent values of an account’s day', async (app) => {
  const link = await addLink(app, 'link');
  const at = app.clock.now().getTime();
  const from = (host: string, n: number) =>
    sampleClick({ linkId: link.id, at, referrer: `${host}.example`, visitor: { hash: `${n}` } });
  const popular = Array.from({ length: 5 }, (_, n) => from('popular', n));
  await insertClicks(
    app,
    clickLines(...popular, ...Array.from({ length: 1010 }, (_, n) => from(`rare${n}`, 100 + n))),
  );
  await foldCurrentPeriod(app);
  await insertClicks(app, clickLines(from('popular', 9000), from('late', 9001)));
  await foldCurrentPeriod(app);
  for (const table of ['links.account_day', 'links.account_month'] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select(['value', 'clicks'])
      .where('dimension', '=', 'referrer')
      .orderBy('clicks', 'desc')
      .orderBy('value')
      .execute();
    assert.equal(rows.length, 1001, table);
    assert.deepEqual(
      rows.slice(0, 2).map(({ value, clicks }) => [value, Number(clicks)]),
      [
        ['*', 12],
        ['popular.example', 6],
      ],
    );
    assert.equal(
      rows.reduce((sum, { clicks }) => sum + Number(clicks), 0),
      1017,
    );
  }
});
