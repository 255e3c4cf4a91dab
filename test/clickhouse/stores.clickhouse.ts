// The stores of clicks give the same answers: PostgreSQL, and ClickHouse's own engine behind its HTTP interface.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type TestApp, testConfig, testWithDatabase } from '../app.ts';
import { addLink } from '../links.ts';
import { days } from '../../src/kernel/time.ts';
import { type ClickHouse, openClickHouse } from '../../src/platform/database/clickhouse.ts';
import { type Click } from '../../src/links/clicks/click.ts';
import { type Dimension, dimensions, ofAccount, ofLink, ofLinks } from '../../src/links/clicks/roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from '../../src/links/clicks/spool/insert-clicks.ts';
import type { ClickFilters } from '../../src/links/clicks/statistics/filters.ts';
import type { StatisticsRange } from '../../src/links/clicks/statistics/range.ts';
import type { Tally } from '../../src/links/clicks/statistics/statistics.ts';
import { clickStore, type StoredClick } from '../../src/links/clicks/store/click-store.ts';
import { copyClicks, verifyClicks } from '../../src/links/clicks/store/copy-clicks.ts';
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

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const text = oneOf('', 'a', 'Ä', 'a b', "o'x", 'back\\slash', '*');
const place = oneOf('', 'US', 'DE');
const start = Date.UTC(2026, 0, 28);

/** Random clicks of few values, so that many coincide. */
const clicksOf = (links: readonly string[]): fc.Arbitrary<Click> =>
  fc
    .record({
      linkId: oneOf(...links, '999999'),
      at: fc.integer({ min: start, max: start + days(32) }),
      isBot: oneOf(false, false, false, true),
      referrer: oneOf('', 'a.example', 'b.example', 'back\\slash'),
      variant: oneOf(undefined, 'A', 'B', 'Ä'),
      visitor: fc.record({
        hash: oneOf('1', '2', '3', '-9223372036854775808', '9223372036854775807'),
        country: place,
        region: oneOf('', 'California', 'Bayern'),
        city: oneOf('', 'Los Angeles', 'München', 'Zürich'),
        browser: oneOf('', 'Chrome', 'Firefox'),
        system: oneOf('Linux', 'iOS'),
        device: oneOf('desktop', 'mobile'),
        language: oneOf('', 'de', 'en'),
      }),
    })
    .map((click) => sampleClick(click));

const filters: fc.Arbitrary<ClickFilters> = fc.record(
  {
    country: place,
    region: oneOf('US/California', 'DE/Bayern', 'DE/'),
    city: oneOf('US/California/Los Angeles', 'DE/Bayern/München', 'X'),
    browser: oneOf('', 'Chrome', "o'x"),
    system: oneOf('Linux', 'iOS'),
    device: oneOf('desktop', 'mobile'),
    language: oneOf('', 'de'),
    referrer: oneOf('', 'a.example', 'back\\slash'),
    variant: text,
    hour: oneOf('0', '12', '23'),
    weekday: oneOf('1', '6', '7'),
  },
  { requiredKeys: [] },
);

const ranges: fc.Arbitrary<StatisticsRange> = fc
  .record({
    from: fc.integer({ min: start - days(3), max: start + days(30) }),
    length: oneOf(1, 2, 20, 60),
    step: oneOf<StatisticsRange['step']>('hour', 'day', 'month'),
    zone: oneOf('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'),
  })
  .map(({ from, length, step, zone }) => ({
    from: new Date(from),
    to: new Date(from + days(length)),
    step,
    zone,
  }));

/** Values with the same number of clicks are in no order. */
const sorted = (tallies: readonly Tally[]) =>
  [...tallies].sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));

function sortAll<T extends object>(found: T): T {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) && value.every((each) => 'value' in Object(each))
        ? sorted(value as Tally[])
        : value,
    ]),
  ) as T;
}

async function addWorld(app: TestApp) {
  const ids: string[] = [];
  for (const alias of ['a', 'b', 'c'])
    ids.push((await addLink(app, alias, alias === 'c' ? { purpose: 'bio' } : {})).id);
  const { id } = await app.db.selectFrom('identity.account').select('id').executeTakeFirstOrThrow();
  return { ids, account: id };
}

testWithDatabase('both stores answer every question equally', async ({ app: postgres }) => {
  const app = await openBoth(postgres);
  const { ids, account } = await addWorld(postgres);
  const clicks = fc.sample(clicksOf(ids), { numRuns: 3000, seed: 35 });
  await insertClicks(postgres, clickLines(...clicks));
  assert.equal(await copyClicks(app, 'clickhouse'), 3000);
  assert.equal(await copyClicks(app, 'clickhouse'), 0);
  assert.deepEqual(await verifyClicks(app, 'clickhouse'), {
    differences: [],
    clicks: { postgresql: 3000, clickhouse: 3000 },
  });
  const [one, other] = [clickStore(postgres), clickStore(app)];
  const scopes = oneOf(
    ofAccount(account),
    ...ids.map(ofLink),
    ofLinks(account, ids.slice(0, 2)),
    ofLinks(account, []),
  );
  await fc.assert(
    fc.asyncProperty(scopes, ranges, filters, async (of, range, chosen) => {
      const [expected, found] = [
        await one.getFiltered(of, range, chosen),
        await other.getFiltered(of, range, chosen),
      ];
      assert.deepEqual(sortAll(found.statistics), sortAll(expected.statistics));
      assert.deepEqual(found.rhythm, expected.rhythm);
    }),
    { numRuns: 80, seed: 35 },
  );
  await fc.assert(
    fc.asyncProperty(
      scopes,
      ranges,
      filters,
      oneOf<Dimension>(...dimensions),
      async (of, range, chosen, dimension) => {
        const query = { dimension, range, filters: chosen, limit: 100, offset: 0 };
        const [expected, found] = [await one.listTallies(of, query), await other.listTallies(of, query)];
        assert.equal(found.total, expected.total);
        assert.deepEqual(sorted(found.tallies), sorted(expected.tallies));
      },
    ),
    { numRuns: 50, seed: 35 },
  );
  const all = async (store: typeof one, max: number, linkId?: string) => {
    const listed: StoredClick[] = [];
    for (let page = await store.list(account, { max, linkId }); page.length > 0;) {
      listed.push(...page);
      page = await store.list(account, { after: page.at(-1)?.id, max, linkId });
    }
    return listed;
  };
  postgres.clock.turn(days(3));
  const listed = await all(other, 700);
  assert.ok(listed.length > 2000);
  assert.deepEqual(listed, await all(one, 1000));
  assert.deepEqual(await all(other, 100, ids[1]), await all(one, 300, ids[1]));
  const from = new Date(start + days(10));
  assert.deepEqual(await other.list(account, { from, max: 50 }), await one.list(account, { from, max: 50 }));
  for (const { id } of listed.slice(0, 20))
    assert.equal(await other.findLink(account, id), await one.findLink(account, id));
  const some = listed.slice(0, 500).map(({ id }) => id);
  const range = { from: new Date(start), to: new Date(start + days(60)), step: 'day' } as const;
  const matching = (store: typeof one) =>
    store.listMatching(ofAccount(account), some, { country: 'DE' }, range);
  assert.deepEqual((await matching(other)).sort(), (await matching(one)).sort());
});

testWithDatabase(
  'clicks are copied in both directions, and only those that are missing',
  async ({ app: postgres }) => {
    const app = await openBoth(postgres);
    const { ids } = await addWorld(postgres);
    await insertClicks(postgres, clickLines(...fc.sample(clicksOf(ids), { numRuns: 2000, seed: 1 })));
    await copyClicks(app, 'clickhouse');
    const { rows } = await sql<{
      click: string;
    }>`select to_jsonb(click)::text as click from links.click order by id`.execute(app.db);
    await sql`delete from links.click where visitor in (1, 2)`.execute(app.db);
    const left = Number(
      (await sql<{ n: string }>`select count(*) as n from links.click`.execute(app.db)).rows[0]?.n,
    );
    const { differences } = await verifyClicks(app, 'postgresql');
    assert.equal(
      differences.reduce((sum, { missing }) => sum + missing, 0),
      2000 - left,
    );
    assert.equal(await copyClicks(app, 'postgresql'), 2000 - left);
    assert.equal(await copyClicks(app, 'postgresql'), 0);
    const restored = await sql<{
      click: string;
    }>`select to_jsonb(click)::text as click from links.click order by id`.execute(app.db);
    assert.deepEqual(restored.rows, rows);
    await app.clickhouse.command('delete from click where visitor = 1');
    assert.notEqual((await verifyClicks(app, 'clickhouse')).differences.length, 0);
    await copyClicks(app, 'clickhouse');
    assert.deepEqual((await verifyClicks(app, 'clickhouse')).differences, []);
    assert.deepEqual((await verifyClicks(app, 'postgresql')).differences, []);
  },
);
