import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { days } from '../../kernel/time.ts';
import { purgeOldClicks } from './retention.ts';
import { insertClicks, clickLines, sampleClick } from './spool/insert-clicks.ts';
import { createSalts } from './visitors.ts';

testWithDatabase(
  'processes share the salts of today and tomorrow, which only one of them generates',
  async ({ app }) => {
    const [first, second] = [createSalts(app), createSalts(app)];
    // Test databases have salts for their first two days.
    app.clock.turn(days(2));
    const now = app.clock.now().getTime();
    assert.notDeepEqual(first.at(now), second.at(now));
    const drew = await Promise.all([first.prepare(), second.prepare()]);
    assert.deepEqual(drew.sort(), [false, true]);
    for (const time of [now, now + days(1)]) assert.deepEqual(first.at(time), second.at(time));
    assert.notDeepEqual(first.at(now), first.at(now + days(1)));
    assert.equal(await first.prepare(), false);
  },
);

testWithDatabase('the next day generates one new salt and keeps the one generated ahead', async ({ app }) => {
  const salts = createSalts(app);
  await salts.prepare();
  const tomorrow = app.clock.now().getTime() + days(1);
  const salt = salts.at(tomorrow);
  app.clock.turn(days(1));
  assert.equal(await salts.prepare(), true);
  assert.deepEqual(salts.at(tomorrow), salt);
});

testWithDatabase('uses a local salt when the database is down', async ({ app, database }) => {
  const salts = createSalts(app);
  await database.pool.query('drop table links.visitor_salt');
  await assert.rejects(salts.prepare());
  assert.equal(salts.at(app.clock.now().getTime()).length, 32);
});

testWithDatabase(
  'salts and visitors are deleted after the next day, clicks after a year, and counts stay',
  async ({ app }) => {
    const salts = createSalts(app);
    const start = app.clock.now().getTime();
    const countOf = async (
      table: 'links.visitor' | 'links.visitor_salt' | 'links.click' | 'links.click_day',
    ) =>
      (
        await app.db
          .selectFrom(table)
          .select((row) => row.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const counts = async () =>
      Promise.all(
        (['links.visitor', 'links.visitor_salt', 'links.click', 'links.click_day'] as const).map(countOf),
      );

    await salts.prepare();
    await insertClicks(app, clickLines(sampleClick({ at: start })));
    assert.deepEqual(await counts(), ['1', '2', '1', '6']);
    app.clock.turn(days(1));
    await salts.prepare();
    await purgeOldClicks(app);
    assert.deepEqual(await counts(), ['1', '3', '1', '6']);
    app.clock.turn(days(1));
    await salts.prepare();
    await purgeOldClicks(app);
    assert.deepEqual(await counts(), ['0', '3', '1', '6']);
    app.clock.set(new Date(start + days(395)));
    await purgeOldClicks(app);
    assert.equal(await countOf('links.click'), '1');
    // The rest of its month has expired too.
    app.clock.turn(days(32));
    await purgeOldClicks(app);
    assert.deepEqual(await counts(), ['0', '0', '0', '6']);
  },
);
