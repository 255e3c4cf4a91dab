// Clicks on their way to ClickHouse: each arrives once, whatever fails, and everything else goes on meanwhile.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type TestApp, testConfig, testWithDatabase } from '../app.ts';
import { addLink } from '../links.ts';
import { days, minutes } from '../../src/kernel/time.ts';
import { type ClickHouse, openClickHouse } from '../../src/platform/database/clickhouse.ts';
import { ofAccount, ofLink } from '../../src/links/clicks/roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from '../../src/links/clicks/spool/insert-clicks.ts';
import { openClicks } from '../../src/links/clicks/spool/open-clicks.ts';
import { getStatistics } from '../../src/links/clicks/statistics/statistics.ts';
import { clickTotals } from '../../src/links/clicks/statistics/totals.ts';
import { clickStore } from '../../src/links/clicks/store/click-store.ts';
import { ensureTable, eraseClicks, tableStatements } from '../../src/links/clicks/store/clickhouse-table.ts';
import { copyClicks, verifyClicks } from '../../src/links/clicks/store/copy-clicks.ts';
import { countWaiting, purgeArrivals, shipClicks } from '../../src/links/clicks/store/shipments.ts';
import { type ClickHouseEngine, startEngine } from './engine.ts';

let engine: ClickHouseEngine;
before(async () => {
  engine = await startEngine();
});
after(() => engine.stop());

type Both = TestApp & { clickhouse: ClickHouse };

async function openBoth(app: TestApp): Promise<Both> {
  // The engine has the real clock, by which clicks of the test would expire one day.
  const config = testConfig({ CLICKHOUSE_URL: await engine.addDatabase(), HOP_CLICK_DAYS: '0' });
  const clickhouse = await openClickHouse(config);
  assert.ok(clickhouse);
  after(() => clickhouse.close());
  return { ...app, config, clickhouse };
}

const countIn = async ({ clickhouse }: Both): Promise<number> => {
  const [row] = await clickhouse.query<{ n: string }>('select count() as n from click');
  return Number(row?.n);
};

const noon = Date.UTC(2026, 2, 1, 12);
const range = { from: new Date(noon - days(40)), to: new Date(noon + days(1)), step: 'day' } as const;

testWithDatabase(
  'a click is counted once and arrives once, however often it is repeated',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { id } = await addLink(app, 'spring', {
      url: 'https://example.com/?utm_source=news%20letter&utm_medium=mail#top',
    });
    const lines = clickLines(
      ...Array.from({ length: 500 }, (_, n) =>
        sampleClick({ linkId: id, at: noon - n * 1000, visitor: { hash: String(n) } }),
      ),
    );
    const half = lines.subarray(0, lines.indexOf('\n', lines.length / 2) + 1);
    assert.ok((await insertClicks(app, half)) > 100);
    await shipClicks(app);
    await insertClicks(app, lines);
    assert.equal(await insertClicks(app, lines), 0);
    await shipClicks(app);
    // The response to an insert was lost: the shipment is sent again.
    await sql`update links.click_shipment set sent_at = null, claimed_until = null`.execute(app.db);
    await shipClicks(app);
    assert.equal(await countIn(app), 500);
    assert.equal((await clickTotals(app, [id])).get(id)?.clicks, 500);
    assert.equal((await getStatistics(app, ofLink(id), range)).clicks, 500);
    const filtered = async (utm_source: string) =>
      (await clickStore(app).getFiltered(ofLink(id), range, { utm_source, country: 'DE' })).statistics.clicks;
    assert.deepEqual([await filtered('news letter'), await filtered('news')], [500, 0]);
    assert.deepEqual((await verifyClicks(app, 'clickhouse')).differences, []);
  },
);

testWithDatabase(
  'while ClickHouse is away, clicks are counted and wait, and statistics say so',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { id } = await addLink(app, 'spring');
    const link = ofLink(id);
    await insertClicks(app, clickLines(sampleClick({ linkId: id, at: noon - minutes(10) })));
    await shipClicks(app);
    await engine.kill();
    const at = new Date(noon - minutes(5));
    await insertClicks(app, clickLines(sampleClick({ linkId: id, at: at.getTime() })));
    await assert.rejects(shipClicks(app), { kind: 'unavailable' });
    assert.equal(await countWaiting(app), 1);
    assert.equal((await clickTotals(app, [id])).get(id)?.clicks, 2);
    assert.equal((await getStatistics(app, link, range)).clicks, 2);
    await assert.rejects(clickStore(app).getFiltered(link, range, { country: 'DE' }), {
      kind: 'unavailable',
    });
    await engine.restart();
    const late = await clickStore(app).getFiltered(link, range, { country: 'DE' });
    assert.deepEqual([late.statistics.clicks, late.statistics.until], [1, at]);
    const account = (await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow()).id;
    // The one that waits comes first.
    assert.equal((await clickStore(app).list(account, { max: 10 })).length, 1);
    await shipClicks(app);
    const { statistics } = await clickStore(app).getFiltered(link, range, { country: 'DE' });
    assert.deepEqual([statistics.clicks, statistics.until, await countWaiting(app)], [2, undefined, 0]);
  },
);

testWithDatabase(
  'processes that ship at the same time, while ClickHouse fails, lose and repeat nothing',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { id } = await addLink(app, 'spring');
    const batches = Array.from({ length: 30 }, (_, batch) =>
      clickLines(
        ...Array.from({ length: 100 }, (_, n) => sampleClick({ linkId: id, at: noon - batch * 100 - n })),
      ),
    );
    const works = async (work: () => Promise<unknown>): Promise<void> => {
      // A shipment of a process that failed is sent by another one when its claim has ended.
      await work().catch(() => app.clock.turn(minutes(2)));
    };
    const deliver = async (order: readonly Buffer[]) => {
      for (const lines of order) {
        await insertClicks(app, lines);
        await works(() => shipClicks(app));
      }
    };
    const all = Promise.all([deliver(batches), deliver(batches.toReversed()), deliver(batches)]);
    for (let n = 0; n < 3; n += 1) {
      await engine.kill();
      await engine.restart();
    }
    await all;
    app.clock.turn(minutes(5));
    await shipClicks(app);
    assert.deepEqual([await countIn(app), await countWaiting(app)], [3000, 0]);
    assert.equal((await clickTotals(app, [id])).get(id)?.clicks, 3000);
    assert.deepEqual((await verifyClicks(app, 'clickhouse')).differences, []);
  },
);

testWithDatabase('the spool delivers to ClickHouse', async ({ app: postgres }) => {
  const app = await openBoth(postgres);
  const { id } = await addLink(app, 'spring');
  const clicks = await openClicks(app, mkdtempSync(join(tmpdir(), 'plaza-clicks-')));
  const record = (at: number) =>
    new Promise<void>((resolve) => clicks.record(sampleClick({ linkId: id, at }), resolve));
  await Promise.all(Array.from({ length: 100 }, (_, n) => record(noon - n)));
  await clicks.flush();
  assert.equal(await countIn(app), 100);
  await record(noon);
  await clicks.close();
  assert.equal(await countIn(app), 101);
});

testWithDatabase('clicks that PostgreSQL has forgotten are still noticed', async ({ app: postgres }) => {
  const app = await openBoth(postgres);
  const { id } = await addLink(app, 'spring');
  const old = clickLines(
    ...[0, 1, 2].map((n) => sampleClick({ linkId: id, at: noon - n, visitor: { hash: String(n) } })),
  );
  await insertClicks(app, old);
  await shipClicks(app);
  app.clock.turn(days(5));
  await purgeArrivals(app);
  const arrivals = await app.db.selectFrom('links.click_arrival').select('id').execute();
  assert.equal(arrivals.length, 0);
  const another = clickLines(sampleClick({ linkId: id, at: noon + days(5) }));
  assert.equal(await insertClicks(app, Buffer.concat([old, another])), 1);
  await shipClicks(app);
  assert.deepEqual([await countIn(app), (await clickTotals(app, [id])).get(id)?.clicks], [4, 4]);
});

testWithDatabase(
  'statistics say from when they are until earlier clicks are copied',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { id } = await addLink(app, 'spring');
    const earlier = clickLines(sampleClick({ linkId: id, at: noon - days(3) }));
    await insertClicks(postgres, earlier);
    await insertClicks(app, clickLines(sampleClick({ linkId: id, at: noon })));
    // A click of the spool that PostgreSQL had stored before ClickHouse was used.
    assert.equal(await insertClicks(app, earlier), 0);
    await shipClicks(app);
    const ask = async () =>
      (await clickStore(app).getFiltered(ofLink(id), range, { country: 'DE' })).statistics;
    const { clicks, limited } = await ask();
    assert.deepEqual([clicks, limited], [1, { clicks: 1, since: app.clock.now() }]);
    await copyClicks(app, 'clickhouse');
    const whole = await ask();
    assert.deepEqual([whole.clicks, whole.limited], [2, undefined]);
  },
);

testWithDatabase(
  'clicks of a deleted account are deleted, and old ones expire',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { id } = await addLink(app, 'spring');
    const account = (await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow()).id;
    await insertClicks(app, clickLines(sampleClick({ linkId: id }), sampleClick({ linkId: '999' })));
    await shipClicks(app);
    await eraseClicks(app, { account });
    await app.clickhouse.command('optimize table click final');
    assert.equal(await countIn(app), 1);
    assert.deepEqual(await clickStore(app).list(account, { max: 10 }), []);
    const statistics = await clickStore(app).getFiltered(ofAccount(account), range, { country: 'DE' });
    assert.equal(statistics.statistics.clicks, 0);
    const [{ ddl } = { ddl: '' }] = await app.clickhouse.query<{ ddl: string }>(
      "select create_table_query as ddl from system.tables where database = currentDatabase() and name = 'click'",
    );
    assert.doesNotMatch(ddl, /TTL/);
    assert.match(ddl, /non_replicated_deduplication_window = 20000/);
    const retained = async (HOP_CLICK_DAYS: number) => {
      // Another client, as after a restart.
      const clickhouse = { ...app.clickhouse };
      await ensureTable({ config: { ...app.config, HOP_CLICK_DAYS } }, clickhouse);
      const [row] = await clickhouse.query<{ statement: string }>('show create table click');
      return /TTL .*|$/.exec(row?.statement ?? '')?.[0];
    };
    assert.match((await retained(396)) ?? '', /toIntervalDay\(396\)/);
    assert.equal(await retained(0), '');
    const { create } = tableStatements({ CLICKHOUSE_CLUSTER: 'main', HOP_CLICK_DAYS: 0 });
    assert.match(
      create,
      /on cluster 'main'[^]*engine = ReplicatedMergeTree[^]* replicated_deduplication_window/,
    );
  },
);
