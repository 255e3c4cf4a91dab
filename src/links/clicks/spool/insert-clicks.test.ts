import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../../test/app.ts';
import { hours, minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { clickTotals } from '../statistics/totals.ts';
import { insertClicks, clickLines, sampleClick } from './insert-clicks.ts';

const noon = Date.UTC(2026, 2, 1, 12);

async function totalOf(app: App, id = '1') {
  const { clicks, uniques } = (await clickTotals(app, [id])).get(id)!;
  return [clicks, uniques];
}

const hoursOf = (app: App) =>
  app.db
    .selectFrom('links.click_hour')
    .select(['hour', 'clicks', 'uniques', 'bots'])
    .where('link_id', '=', '1')
    .orderBy('hour')
    .execute();

async function talliesOf(app: App, dimension: string): Promise<Record<string, number[]>> {
  const rows = await app.db
    .selectFrom('links.click_day')
    .selectAll()
    .where('link_id', '=', '1')
    .where('dimension', '=', dimension)
    .execute();
  return Object.fromEntries(rows.map(({ value, clicks, uniques }) => [value, [clicks, uniques]]));
}

test('stores and counts a click', async (app) => {
  const at = noon + minutes(34) + 567;
  assert.equal(
    await insertClicks(
      app,
      clickLines(
        sampleClick({ at, referrer: 'news.example.com', visitor: { hash: '-9223372036854775808' } }),
      ),
    ),
    1,
  );
  const row = await app.db.selectFrom('links.click').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(row, {
    id: row.id,
    at: new Date(at),
    link_id: '1',
    is_bot: false,
    visitor: '-9223372036854775808',
    country: 'DE',
    browser: 'Chrome',
    system: 'Linux',
    device: 'desktop',
    language: 'de',
    referrer: 'news.example.com',
    region: '',
    city: '',
    variant: '',
    account_id: null,
  });
  assert.deepEqual(await hoursOf(app), [{ hour: new Date(noon), clicks: 1, uniques: 1, bots: 0 }]);
  assert.deepEqual((await clickTotals(app, ['1', '2'])).get('1'), {
    clicks: 1,
    imported: 0,
    uniques: 1,
    lastClickAt: new Date(at),
  });
  assert.deepEqual((await clickTotals(app, ['1', '2'])).get('2'), {
    clicks: 0,
    imported: 0,
    uniques: 0,
    lastClickAt: null,
  });
});

test('clicks stored twice change nothing', async (app) => {
  const first = clickLines(sampleClick(), sampleClick({ visitor: { hash: '2' } }));
  const second = clickLines(sampleClick({ visitor: { hash: '3' } }));
  assert.equal(await insertClicks(app, first), 2);
  assert.equal(await insertClicks(app, first), 0);
  assert.equal(await insertClicks(app, Buffer.concat([first, second, second])), 1);
  assert.deepEqual(await totalOf(app), [3, 3]);
  assert.deepEqual(await talliesOf(app, 'country'), { DE: [3, 3] });
});

test('a visitor is unique once per day and link, across batches', async (app) => {
  const [ada, bob] = [{ hash: '1' }, { hash: '2' }];
  await insertClicks(app, clickLines(...[ada, ada, bob].map((visitor) => sampleClick({ visitor }))));
  assert.deepEqual(await totalOf(app), [3, 2]);
  await insertClicks(
    app,
    clickLines(
      sampleClick({ visitor: ada, at: noon + hours(2) }),
      sampleClick({ visitor: ada, linkId: '2' }),
    ),
  );
  assert.deepEqual(await totalOf(app), [4, 2]);
  assert.deepEqual(await totalOf(app, '2'), [1, 1]);
  await insertClicks(app, clickLines(sampleClick({ visitor: ada, at: noon + hours(12) })));
  assert.deepEqual(await totalOf(app), [5, 3]);
});

test('a visit counts as unique in the hour and dimensions of its first click', async (app) => {
  await insertClicks(
    app,
    clickLines(
      sampleClick({ at: noon + hours(1), referrer: 'second.example' }),
      sampleClick({ at: noon, referrer: 'first.example' }),
    ),
  );
  assert.deepEqual(await hoursOf(app), [
    { hour: new Date(noon), clicks: 1, uniques: 1, bots: 0 },
    { hour: new Date(noon + hours(1)), clicks: 1, uniques: 0, bots: 0 },
  ]);
  assert.deepEqual(await talliesOf(app, 'referrer'), { 'first.example': [1, 1], 'second.example': [1, 0] });
});

test('bots are counted separately and are not visitors', async (app) => {
  await insertClicks(
    app,
    clickLines(sampleClick({ isBot: true }), sampleClick(), sampleClick({ isBot: true, linkId: '2' })),
  );
  assert.deepEqual(await hoursOf(app), [{ hour: new Date(noon), clicks: 1, uniques: 1, bots: 1 }]);
  assert.deepEqual(await totalOf(app), [1, 1]);
  assert.deepEqual(await totalOf(app, '2'), [0, 0]);
  assert.deepEqual(await talliesOf(app, 'browser'), { Chrome: [1, 1] });
});

test('every dimension is counted by day', async (app) => {
  await insertClicks(
    app,
    clickLines(
      sampleClick(),
      sampleClick({
        visitor: { hash: '2', country: 'FR', browser: 'Firefox', system: 'Windows', language: '' },
      }),
      sampleClick({ visitor: { hash: '3', device: 'mobile' }, referrer: 'news.example' }),
    ),
  );
  assert.deepEqual(await talliesOf(app, 'country'), { DE: [2, 2], FR: [1, 1] });
  assert.deepEqual(await talliesOf(app, 'browser'), { Chrome: [2, 2], Firefox: [1, 1] });
  assert.deepEqual(await talliesOf(app, 'system'), { Linux: [2, 2], Windows: [1, 1] });
  assert.deepEqual(await talliesOf(app, 'device'), { desktop: [2, 2], mobile: [1, 1] });
  assert.deepEqual(await talliesOf(app, 'language'), { de: [2, 2], '': [1, 1] });
  assert.deepEqual(await talliesOf(app, 'referrer'), { '': [2, 2], 'news.example': [1, 1] });
});

test('skips damaged lines and counts the rest', async (app) => {
  const [first, second] = [clickLines(sampleClick()), clickLines(sampleClick({ visitor: { hash: '2' } }))];
  const torn = clickLines(sampleClick()).subarray(0, 40);
  for (const damage of [
    torn,
    Buffer.alloc(4096),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from('no\tclick\n'),
  ])
    await insertClicks(app, Buffer.concat([first, damage, Buffer.from('\n'), second]));
  assert.equal(await insertClicks(app, Buffer.alloc(100)), 0);
  assert.deepEqual(await totalOf(app), [2, 2]);
});

testWithDatabase(
  'concurrent flushes lose nothing, count nothing twice and do not deadlock',
  async ({ app }) => {
    const batches = Array.from({ length: 20 }, (_, batch) =>
      clickLines(
        ...Array.from({ length: 50 }, (_, i) =>
          sampleClick({ linkId: String(1 + ((i * (batch + 1)) % 7)), visitor: { hash: String(i) } }),
        ),
      ),
    );
    await Promise.all([...batches, ...batches.toReversed()].map((lines) => insertClicks(app, lines)));
    const { rows } = await sql<{ clicks: number; hours: number; days: number; stored: number }>`select
    (select sum(clicks)::integer from links.link_total) as clicks,
    (select sum(clicks)::integer from links.click_hour) as hours,
    (select sum(clicks)::integer from links.click_day where dimension = 'country') as days,
    (select count(*)::integer from links.click) as stored`.execute(app.db);
    assert.deepEqual(rows[0], { clicks: 1000, hours: 1000, days: 1000, stored: 1000 });
  },
);

test('deleting a link deletes its statistics', async (app) => {
  const { id } = await app.db
    .insertInto('identity.account')
    .values({
      username: 'ada',
      email: 'ada@example.org',
      password_hash: '',
      first_name: 'Ada',
      last_name: 'L',
      registered_at: app.clock.now(),
      activated_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await app.db
    .insertInto('links.link')
    .values({
      account_id: id,
      alias: 'abc',
      url: 'https://example.com',
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertClicks(app, clickLines(sampleClick({ linkId: link.id })));
  assert.deepEqual(await totalOf(app, link.id), [1, 1]);
  await app.db.deleteFrom('identity.account').where('id', '=', id).execute();
  assert.deepEqual(await totalOf(app, link.id), [0, 0]);
});
