import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { days } from '../../kernel/time.ts';
import { addClickMonths, purgeOldClicks } from './retention.ts';
import { insertClicks, clickLines, sampleClick } from './spool/insert-clicks.ts';

/** Returns the number of clicks in each partition. */
async function stored(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select tableoid::regclass::text as name, count(*)::integer as n from links.click group by 1 order by 1`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

const purge = (app: TestApp, HOP_CLICK_DAYS: number) =>
  purgeOldClicks({ ...app, config: { ...app.config, HOP_CLICK_DAYS } });

test('a click is stored once before its month has a partition, and then moves to it', async (app) => {
  const link = await addLink(app, 'link');
  // One year before the date for which test databases have partitions.
  app.clock.set(new Date('2025-03-01T12:00:00Z'));
  const now = app.clock.now().getTime();
  const lines = clickLines(
    ...[0, 9, 29, 40].map((ago) => sampleClick({ linkId: link.id, at: now - days(ago) })),
  );
  await insertClicks(app, lines);
  assert.deepEqual(await stored(app), { 'links.click_default': 4 });
  await addClickMonths(app);
  const months = { 'links.click_202501': 2, 'links.click_202502': 1, 'links.click_202503': 1 };
  assert.deepEqual(await stored(app), months);
  assert.equal(await insertClicks(app, lines), 0, 'duplicates are found in every partition');
  await insertClicks(app, clickLines(sampleClick({ linkId: link.id, at: now + days(60) })));
  assert.deepEqual(await stored(app), { ...months, 'links.click_202504': 1 });

  await purge(app, 29);
  assert.deepEqual(
    await stored(app),
    { ...months, 'links.click_202504': 1 },
    'January is not over in every time zone',
  );
  await purge(app, 28);
  assert.deepEqual(Object.keys(await stored(app)), [
    'links.click_202502',
    'links.click_202503',
    'links.click_202504',
  ]);
  const { rows } = await sql<{
    january: string | null;
  }>`select to_regclass('links.click_202501') as january`.execute(app.db);
  assert.deepEqual(rows, [{ january: null }]);
});

test('clicks from before monthly partitions are deleted row by row, and their table last', async (app) => {
  const link = await addLink(app, 'link');
  await sql`create table links.click_until_202603 (like links.click including defaults including indexes)`.execute(
    app.db,
  );
  await sql`alter table links.click attach partition links.click_until_202603
    for values from (minvalue) to ('019ca6b1-dc00-0000-0000-000000000000')`.execute(app.db);
  const now = app.clock.now().getTime();
  const clicks = [0, 9, 29, 40].map((ago) => sampleClick({ linkId: link.id, at: now - days(ago) }));
  await insertClicks(app, clickLines(...clicks));
  await addClickMonths(app);
  assert.deepEqual(await stored(app), { 'links.click_202603': 1, 'links.click_until_202603': 3 });
  await purge(app, 28);
  assert.deepEqual(await stored(app), { 'links.click_202603': 1, 'links.click_until_202603': 1 });
  app.clock.turn(days(28));
  await purge(app, 28);
  assert.deepEqual(await stored(app), { 'links.click_202603': 1 });
});
