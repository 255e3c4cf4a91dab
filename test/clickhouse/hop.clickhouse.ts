// Statistics of Hop over HTTP, with clicks in ClickHouse.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { testConfig, type TestApp } from '../app.ts';
import { testHop } from '../ask-hop.ts';
import { addLink } from '../links.ts';
import { minutes } from '../../src/kernel/time.ts';
import { openClickHouse } from '../../src/platform/database/clickhouse.ts';
import { ofLinks } from '../../src/links/clicks/roll-ups.ts';
import { insertClicks, clickLines, sampleClick } from '../../src/links/clicks/spool/insert-clicks.ts';
import { hopWebhooks } from '../../src/links/webhooks/events.ts';
import { sendEvents } from '../../src/links/webhooks/send-events.ts';
import { addWebhook } from '../../src/identity/webhooks/webhooks.ts';
import { clickStore } from '../../src/links/clicks/store/click-store.ts';
import { shipClicks } from '../../src/links/clicks/store/shipments.ts';
import { type ClickHouseEngine, startEngine } from './engine.ts';

let engine: ClickHouseEngine;
before(async () => {
  engine = await startEngine();
});
after(() => engine.stop());

async function useClickHouse(app: TestApp): Promise<void> {
  // One click would be all that PostgreSQL reads.
  // The engine has the real clock, by which clicks of the test would expire one day.
  const config = testConfig({
    CLICKHOUSE_URL: await engine.addDatabase(),
    HOP_FILTER_CLICKS: '1',
    HOP_CLICK_DAYS: '0',
  });
  const clickhouse = await openClickHouse(config);
  assert.ok(clickhouse);
  after(() => clickhouse.close());
  Object.assign(app, { clickhouse, config });
}

/** Adds clicks of different visitors on a link, an hour ago. Returns their ids. */
async function follow(app: TestApp, linkId: string, countries: readonly string[]): Promise<string[]> {
  const at = app.clock.now().getTime() - minutes(60);
  const lines = clickLines(
    ...countries.map((country, n) => sampleClick({ linkId, at, visitor: { hash: String(n), country } })),
  );
  await insertClicks(app, lines);
  await shipClicks(app);
  const text = lines.toString();
  return text
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 32));
}

interface Data {
  clicks: number;
  uniqueClicks: number;
  limited: object | null;
  conversions: { leads: number; sales: number; amounts: object[] } | null;
}

testHop(
  'filters read all clicks, also by parameters of the destination, with leads and sales',
  async (world) => {
    const { app, asAda, asBob } = world;
    await useClickHouse(app);
    const spring = await addLink(app, 'spring', {
      url: 'https://example.com/?utm_source=mail&utm_campaign=a+b',
    });
    const summer = await addLink(app, 'summer');
    const [first, second] = await follow(app, spring.id, ['DE', 'FR', 'DE', 'DE']);
    await follow(app, summer.id, ['DE', 'IT']);
    const track = async (kind: string, body: object) =>
      assert.equal((await asAda.api('POST', `/api/track/${kind}`, body)).status, 200);
    await track('lead', { clickId: first, eventName: 'Sign up', customerExternalId: 'one' });
    await track('lead', { clickId: second, eventName: 'Sign up', customerExternalId: 'two' });
    await track('sale', { customerExternalId: 'one', amount: 500, currency: 'eur' });
    const other = await asBob.api('POST', '/api/track/lead', {
      clickId: first,
      eventName: 'Sign up',
      customerExternalId: 'x',
    });
    assert.equal(other.status, 404);
    app.clock.turn(minutes(1));
    const rows: [string, number, [number, number]][] = [
      ['country=DE', 4, [1, 1]],
      ['utm_source=mail', 4, [2, 1]],
      ['utm_campaign=a%20b&country=FR', 1, [1, 0]],
      ['utm_source=unknown', 2, [0, 0]],
      [`link=${summer.id}`, 2, [0, 0]],
      ['hour=11&weekday=7', 6, [2, 1]],
      ['hour=10', 0, [0, 0]],
      ['device=desktop&browser=Chrome&language=de&country=DE&os=Linux&hour=11&utm_source=mail', 3, [1, 1]],
    ];
    for (const [query, clicks, funnel] of rows) {
      const { status, body } = await asAda.api('GET', `/api/statistics?${query}`);
      const data = body.data as Data;
      assert.equal(status, 200, query);
      assert.deepEqual([data.clicks, data.limited], [clicks, null], query);
      assert.deepEqual([data.conversions?.leads, data.conversions?.sales], funnel, query);
      assert.match((await asAda.page(`/dashboard/statistics?${query}`)).text, /Remove filter/, query);
    }
    const bobs = (await asBob.api('GET', '/api/statistics?country=DE')).body.data as Data;
    assert.equal(bobs.clicks, 0);
    const clicks = (await asAda.api('GET', '/api/clicks?limit=4')).body as {
      clicks: object[];
      more: boolean;
    };
    assert.deepEqual([clicks.clicks.length, clicks.more], [4, true]);
    assert.equal(((await asBob.api('GET', '/api/clicks')).body as { clicks: object[] }).clicks.length, 0);
  },
);

testHop('webhooks are told about clicks once', async ({ app, ada }) => {
  await useClickHouse(app);
  const { id } = await addLink(app, 'spring');
  await addWebhook(app, hopWebhooks, ada, { url: 'http://127.0.0.1:9/', events: ['link.clicked'] });
  const lines = clickLines(sampleClick({ linkId: id, at: app.clock.now().getTime() }));
  for (let n = 0; n < 2; n += 1) await insertClicks(app, lines);
  await sendEvents(app, { account: ada.id });
  const rows = await app.db.selectFrom('links.webhook_delivery').select('id').execute();
  assert.equal(rows.length, 1);
});

testHop('a set of many links is one question', async ({ app, ada }) => {
  await useClickHouse(app);
  const { id } = await addLink(app, 'spring');
  await follow(app, id, ['DE', 'FR']);
  const many = Array.from({ length: 15_000 }, (_, n) => String(9_000_000_000 + n));
  const now = app.clock.now();
  const range = { from: new Date(now.getTime() - minutes(600)), to: now, step: 'hour' } as const;
  const found = await clickStore(app).getFiltered(ofLinks(ada.id, [...many, id]), range, { country: 'DE' });
  assert.equal(found.statistics.clicks, 1);
});

testHop('while ClickHouse is away, only filtered statistics are unavailable', async ({ app, asAda }) => {
  await useClickHouse(app);
  const { id } = await addLink(app, 'spring');
  await follow(app, id, ['DE']);
  await engine.kill();
  for (const [path, status] of [
    ['/api/statistics', 200],
    [`/api/url/${id}/statistics`, 200],
    ['/api/statistics?country=DE', 503],
    ['/api/clicks', 503],
  ] as const)
    assert.equal((await asAda.api('GET', path)).status, status, path);
  for (const [path, status] of [
    ['/dashboard/statistics', 200],
    [`/dashboard/links/${id}`, 200],
    ['/dashboard/statistics?country=DE', 503],
  ] as const)
    assert.equal((await asAda.page(path)).status, status, path);
  await engine.restart();
  assert.equal((await asAda.api('GET', '/api/statistics?country=DE')).status, 200);
});
