import assert from 'node:assert/strict';
import type { TestApp } from '../../../test/app.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../../../test/links.ts';
import { hours } from '../../kernel/time.ts';
import type { CountedVisitor } from '../clicks/click.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';

type Row = Partial<CountedVisitor> & { referrer?: string; isBot?: boolean; at?: string; variant?: string };

/** Adds clicks, by default an hour ago and each by a different visitor. */
async function follow(app: TestApp, linkId: string, rows: readonly Row[]): Promise<void> {
  const before = app.clock.now().getTime() - hours(1);
  const clicks = rows.map(({ referrer = 'news.example', isBot = false, at, variant, ...visitor }, n) =>
    sampleClick({
      linkId,
      at: at === undefined ? before : Date.parse(`${at}Z`),
      referrer,
      isBot,
      variant,
      visitor: { hash: String(n), ...visitor },
    }),
  );
  await insertClicks(app, clickLines(...clicks));
}

interface Data {
  clicks: number;
  uniqueClicks: number;
  bots: number;
  limited: { clicks: number | null; since: string | null; until: string | null; links: number | null } | null;
  series: { date: string; clicks: number }[];
  [list: string]: unknown;
}
const namesOf = (data: Data, list: string) =>
  (data[list] as { value: string; clicks: number }[]).map(({ value, clicks }) => `${value} ${clicks}`);

const mixed: Row[] = [
  { country: 'DE', browser: 'Firefox', referrer: 'a.example' },
  { country: 'DE', browser: 'Firefox', referrer: 'a.example', hash: '0' },
  { country: 'DE', browser: 'Chrome', referrer: 'b.example', device: 'mobile', variant: 'B' },
  { country: 'FR', browser: 'Firefox', referrer: '', system: 'iOS', language: 'fr' },
  { country: '', region: 'X', city: 'Y' },
  { country: 'US', region: 'California', city: 'Los Angeles' },
  { country: 'DE', isBot: true },
];

testHop(
  'a filter applies to every number and list, of a link and of the account',
  async ({ app, asAda, asBob }) => {
    const link = await addLink(app, 'spring');
    await follow(app, link.id, mixed);
    const rows = [
      ['country=DE', [3, 2, 1], 'referrers', ['a.example 2', 'b.example 1']],
      ['country=DE&browser=Firefox', [2, 1, 0], 'referrers', ['a.example 2']],
      ['referrer=a.example', [2, 1, 0], 'countries', ['DE 2']],
      ['referrer=unknown', [1, 1, 0], 'countries', ['FR 1']],
      ['device=mobile', [1, 1, 0], 'devices', ['mobile 1']],
      ['os=iOS', [1, 1, 0], 'languages', ['fr 1']],
      ['language=fr', [1, 1, 0], 'os', ['iOS 1']],
      ['variant=B', [1, 1, 0], 'referrers', ['b.example 1']],
      ['variant=B&country=FR', [0, 0, 0], 'referrers', []],
      ['country=unknown', [1, 1, 0], 'countries', [' 1']],
      ['region=US/California', [1, 1, 0], 'cities', ['US/California/Los Angeles 1']],
      ['city=US/California/Los%20Angeles', [1, 1, 0], 'regions', ['US/California 1']],
      ['browser=Netscape', [0, 0, 0], 'countries', []],
      ['hour=11&weekday=7&country=DE', [3, 2, 1], 'referrers', ['a.example 2', 'b.example 1']],
      ['hour=12&timezone=Europe/Berlin&device=mobile', [1, 1, 0], 'devices', ['mobile 1']],
      ['weekday=1', [0, 0, 0], 'countries', []],
    ] as const;
    for (const path of [`/api/url/${link.id}/statistics`, '/api/statistics'])
      for (const [query, [clicks, uniqueClicks, bots], list, values] of rows) {
        const { status, body } = await asAda.api('GET', `${path}?${query}`);
        assert.equal(status, 200, query);
        const data = body.data as Data;
        assert.deepEqual([data.clicks, data.uniqueClicks, data.bots], [clicks, uniqueClicks, bots], query);
        assert.deepEqual(namesOf(data, list), values, query);
        assert.equal(
          data.series.reduce((sum, point) => sum + point.clicks, 0),
          clicks,
          query,
        );
        assert.equal(data.limited, null);
      }
    assert.equal(((await asBob.api('GET', '/api/statistics?country=DE')).body.data as Data).clicks, 0);
  },
);

testHop('an account’s statistics can be filtered by link, tag, campaign or channel', async (world) => {
  const { app, asAda, asBob } = world;
  const [spring, summer, autumn] = [
    await addLink(app, 'spring'),
    await addLink(app, 'summer'),
    await addLink(app, 'autumn'),
  ];
  await follow(app, spring.id, mixed);
  await follow(app, summer.id, [{ country: 'IT' }, { country: 'DE' }]);
  await follow(app, autumn.id, [{ country: 'PL' }]);
  const created = async (path: string, name: string) =>
    (await asAda.api('POST', path, { name })).body.id as number;
  const campaign = await created('/api/campaign/add', 'Fair');
  const channel = await created('/api/channel/add', 'Mail');
  for (const id of [spring.id, summer.id])
    assert.equal((await asAda.api('POST', `/api/campaign/${campaign}/assign/${id}`)).status, 200);
  await asAda.api('POST', `/api/channel/${channel}/assign/links/${summer.id}`);
  await asAda.api('PUT', `/api/url/${autumn.id}/update`, { url: 'https://example.com/autumn', tags: 'Late' });
  const rows = [
    [`link=${spring.id}`, 6, [`${spring.id} 6`]],
    [`campaign=${campaign}`, 8, [`${spring.id} 6`, `${summer.id} 2`]],
    [`channel=${channel}`, 2, [`${summer.id} 2`]],
    ['tag=late', 1, [`${autumn.id} 1`]],
    [`campaign=${campaign}&country=DE`, 4, [`${spring.id} 3`, `${summer.id} 1`]],
    [`campaign=${campaign}&channel=${channel}&country=DE`, 1, [`${summer.id} 1`]],
    [`link=${autumn.id}&channel=${channel}`, 0, []],
    [`link=${autumn.id}&channel=${channel}&country=PL`, 0, []],
  ] as const;
  for (const [query, clicks, links] of rows) {
    const { status, body } = await asAda.api('GET', `/api/statistics?${query}`);
    assert.equal(status, 200, `${query} ${String(body.message)}`);
    const data = body.data as Data;
    assert.equal(data.clicks, clicks, query);
    assert.deepEqual(namesOf(data, 'links'), links, query);
    assert.deepEqual(namesOf(data, 'purposes'), clicks === 0 ? [] : [`link ${clicks}`], query);
    assert.equal(data.limited, null, query);
  }
  for (const query of [`link=${spring.id}`, `campaign=${campaign}`, `channel=${channel}`, 'tag=late']) {
    const { status, body } = await asBob.api('GET', `/api/statistics?${query}`);
    const field = query.split('=')[0] ?? '';
    assert.deepEqual([status, String(body.message).split(' ')[0]], [400, field], query);
  }
});

testHop('an invalid filter is rejected by name', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  const of = `/api/url/${link.id}/statistics`;
  for (const [path, field, value] of [
    [of, 'country', 'Germany'],
    [of, 'device', 'fridge'],
    [of, 'language', 'DE-de'],
    [of, 'browser', '%07'],
    [of, 'referrer', 'a'.repeat(300)],
    [of, 'timezone', 'Europe/Nowhere'],
    [of, 'timezone', '+05:30'],
    [of, 'tag', 'spring'],
    [of, 'colour', 'red'],
    [of, 'hour', '24'],
    [of, 'weekday', '0'],
    [of, 'utm_source', 'mail'],
    ['/api/statistics', 'campaign', 'fair'],
    ['/api/statistics', 'campaign', '99999999999999999999'],
    ['/api/statistics', 'channel', '7'],
    ['/api/statistics', 'link', '0'],
    ['/api/statistics', 'tag', 'none'],
  ] as const) {
    const { status, body } = await asAda.api('GET', `${path}?${field}=${value}`);
    const said = `${field}=${value}: ${String(body.message)}`;
    assert.deepEqual([status, body.error], [400, 1], said);
    assert.ok(String(body.message).startsWith(field), said);
  }
});

testHop('days and hours follow a time zone, also across clock changes', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  await follow(app, link.id, [
    { at: '2026-02-27T23:30' }, // the 28th in Berlin, the 27th in New York
    { at: '2026-02-28T12:00' },
    { at: '2026-03-01T04:30' }, // still the 28th in New York
  ]);
  const path = `/api/url/${link.id}/statistics?from=2026-02-27&to=2026-03-02`;
  const ask = async (query: string) => {
    const { body } = await asAda.api('GET', path + query);
    const { series } = body.data as Data;
    return [body.from, ...series.map(({ date, clicks }) => `${date.slice(5, 16)} ${clicks}`)];
  };
  const days = (...counts: number[]) => [
    '2026-02-27 00:00:00',
    ...counts.map((count, n) => `${['02-27', '02-28', '03-01'][n]} 00:00 ${count}`),
  ];
  for (const filter of ['', '&country=DE']) {
    assert.deepEqual(await ask(filter), days(1, 1, 1));
    assert.deepEqual(await ask(`&timezone=Europe/Berlin${filter}`), days(0, 2, 1));
    assert.deepEqual(await ask(`&timezone=America/New_York${filter}`), days(1, 2, 0));
  }
  const spring = await asAda.api(
    'GET',
    `/api/url/${link.id}/statistics?from=2026-03-28&to=2026-03-31&step=hour&timezone=Europe/Berlin`,
  );
  assert.equal((spring.body.data as Data).series.length, 71, 'the day of the clock change has 23 hours');
});

testHop(
  'filters scan a limited number of clicks and report it, but a single value is counted completely',
  async (world) => {
    const { app, asAda } = world;
    const link = await addLink(app, 'spring');
    const days = ['2026-02-26', '2026-02-27', '2026-02-28'];
    await follow(
      app,
      link.id,
      days.flatMap((day) => [
        { at: `${day}T08:00`, country: 'DE' },
        { at: `${day}T09:00`, country: 'DE', browser: 'Firefox', variant: 'B' },
      ]),
    );
    Object.assign(app, { config: { ...app.config, HOP_FILTER_CLICKS: 3 } });
    const range = '?from=2026-02-25&to=2026-03-01';
    const of = async (path: string, query: string) =>
      (await asAda.api('GET', path + range + query)).body.data as Data;
    const ask = (query: string) => of(`/api/url/${link.id}/statistics`, query);
    const one = await ask('&country=DE');
    assert.deepEqual(one.limited, { clicks: 3, since: '2026-02-27 09:00:00', until: null, links: null });
    assert.deepEqual([one.clicks, namesOf(one, 'browsers')], [6, ['Firefox 2', 'Chrome 1']]);
    assert.deepEqual(
      one.series.map(({ clicks }) => clicks),
      [0, 2, 2, 2],
    );
    assert.equal((await ask('&variant=B')).clicks, 3);
    assert.equal((await of('/api/statistics', '&variant=B')).clicks, 2, 'accounts count no variants');
    const two = await ask('&country=DE&browser=Firefox');
    assert.deepEqual([two.limited?.clicks, two.clicks], [3, 2]);
    assert.equal((await ask('')).limited, null);
    Object.assign(app, { config: { ...app.config, HOP_FILTER_CLICKS: 50_000, HOP_CLICK_DAYS: 2 } });
    assert.equal((await ask('&country=DE&browser=Firefox')).limited?.since, '2026-02-27 12:00:00');
  },
);
