import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { device } from '../../../test/world.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { addLink } from '../../../test/links.ts';
import type { TestApp } from '../../../test/app.ts';
import { days, hours } from '../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';

/** Adds clicks on a link by different visitors, the given numbers of days ago. */
async function follow(app: TestApp, linkId: string, ago: readonly number[], referrer = 'news.example') {
  const now = app.clock.now().getTime();
  const clicks = ago.map((days_, n) =>
    sampleClick({ linkId, at: now - days(days_), referrer, visitor: { hash: `${n}` } }),
  );
  await insertClicks(app, clickLines(...clicks));
}

testHop(
  'shows an account’s statistics for all its links, and the most clicked',
  async ({ app, asAda, asBob }) => {
    assert.match((await asAda.page('/dashboard/statistics')).text, /No clicks yet/);
    const link = await addLink(app, 'spring');
    const code = await addLink(app, 'qr/poster', { purpose: 'qr', title: 'Poster <b>' });
    await follow(app, link.id, [0, 0, 1]);
    await follow(app, code.id, [0], '');
    const { status, text } = await asAda.page('/dashboard/statistics');
    assert.equal(status, 200);
    for (const shown of [
      '4 clicks by 4 visitors in 7 days',
      'Poster &lt;b&gt;',
      'QR codes',
      'Germany',
      'news.example',
    ])
      assert.ok(text.includes(shown), shown);
    assert.match(
      text,
      new RegExp(`href="/dashboard/statistics\\?range=7d&amp;link=${link.id}">hop\\.test/spring</a>`),
    );
    assert.match(text, new RegExp(`link=${code.id}">Poster`));
    assert.equal((await asAda.page('/dashboard/statistics/refresh?seen=4')).text, '');
    assert.match((await asAda.page('/dashboard/statistics/refresh?seen=3')).text, /^<turbo-frame/);
    assert.match((await asBob.page('/dashboard/statistics')).text, /No clicks yet/);

    await app.db
      .updateTable('links.link')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', link.id)
      .execute();
    const after = (await asAda.page('/dashboard/statistics')).text;
    assert.ok(after.includes('Deleted') && after.includes('4 clicks by 4 visitors'));
  },
);

testHop(
  'a range is selected by name or by days, and compared with the previous one',
  async ({ app, asAda }) => {
    const link = await addLink(app, 'spring', {
      created_at: new Date(app.clock.now().getTime() - days(400)),
    });
    await follow(app, link.id, [0, 1, 2, 8, 9, 100, 390]);
    const address = `/dashboard/links/${link.id}`;
    const rows = [
      ['', '3 clicks by 3 visitors in 7 days', /50% more than before \(2\)/],
      ['?range=30d', '5 clicks', /Clicks per day/],
      ['?range=12m', '6 clicks by 6 visitors in 12 months', /Clicks per month/],
      ['?range=all', '7 clicks by 7 visitors in total', /Clicks in total/],
      [
        '?from=2026-02-20&to=2026-02-21',
        '2 clicks by 2 visitors from 20 Feb 2026 to 21 Feb 2026',
        /Clicks per hour/,
      ],
      ['?from=2026-02-21&to=2026-02-21', '1 click by 1 visitor on 21 Feb 2026', /value="2026-02-21"/],
      ['?from=2026-02-28', '2 clicks by 2 visitors', /from 28 Feb 2026 to 1 Mar 2026/],
    ] as const;
    for (const [query, words, pattern] of rows) {
      const { status, text } = await asAda.page(address + query);
      assert.equal(status, 200, query);
      assert.ok(text.includes(words), `${query}: ${words}`);
      assert.match(text, pattern, query);
    }
    for (const query of [
      'range=1y',
      'from=yesterday',
      'from=2026-02-30',
      'to=2026-2-1',
      'from=2026-03-01&to=2026-02-28',
      'from=0001-01-01',
      'from=2026-01-01&to=9999-12-31',
      `from=${'1'.repeat(31)}`,
    ])
      assert.equal((await asAda.page(`${address}?${query}`)).status, 400, query);
  },
);

testHop(
  'lists all values of a dimension with pagination, only for their owner',
  async ({ app, asAda, asBob }) => {
    const link = await addLink(app, 'spring');
    const at = app.clock.now().getTime() - hours(1);
    const clicks = Array.from({ length: 60 }, (_, n) => [
      sampleClick({ linkId: link.id, at, referrer: `r${n}.example` }),
      ...(n === 7 ? [sampleClick({ linkId: link.id, at, referrer: 'r7.example' })] : []),
    ]);
    await insertClicks(
      app,
      clickLines(...clicks.flat(), sampleClick({ linkId: link.id, at, referrer: 't.co' })),
    );
    for (const address of [
      `/dashboard/statistics/${link.id}/by/referrer`,
      '/dashboard/statistics/by/referrer',
    ]) {
      const first = (await asAda.page(address)).text;
      assert.match(first, /scope="row"[^>]*><a[^>]*>r7\.example<\/a>\s*<\/th>[^]*3\.2%/);
      assert.equal([...first.matchAll(/scope="row"/g)].length, 50);
      const second = (await asAda.page(`${address}?range=7d&page=2`)).text;
      assert.equal([...second.matchAll(/scope="row"/g)].length, 11);
      assert.match(second, /X \(Twitter\) \(t\.co\)/);
      assert.match((await asAda.page(`${address}?page=3`)).text, /No data in this period/);
    }
    assert.match((await asAda.page('/dashboard/statistics/by/link')).text, /hop\.test\/spring/);
    assert.equal((await asAda.page(`/dashboard/statistics/${link.id}/by/link`)).status, 404);
    assert.equal((await asAda.page('/dashboard/statistics/by/variant')).status, 404);
    assert.equal((await asAda.page('/dashboard/statistics/by/odd')).status, 404);
    for (const path of [
      `statistics/${link.id}/by/country`,
      `links/${link.id}/statistics.csv`,
      `statistics/${link.id}`,
    ])
      assert.equal((await asBob.page(`/dashboard/${path}`)).status, 404, path);
  },
);

testHop('statistics are downloaded as CSV with escaped formulas', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  const at = app.clock.now().getTime();
  await insertClicks(
    app,
    clickLines(
      sampleClick({ linkId: link.id, at, referrer: '-1.example', variant: '=1+1,"b"' }),
      sampleClick({ linkId: link.id, at: at - days(1), visitor: { hash: '2', country: '' } }),
    ),
  );
  const read = async (path: string) => {
    const { text } = await asAda.page(path);
    assert.ok(text.startsWith('\u{feff}'), 'Excel needs a byte order mark');
    return text.slice(1);
  };
  const csv = (query: string) => read(`/dashboard/links/${link.id}/statistics.csv${query}`);
  assert.equal(
    await csv('?from=2026-02-28&to=2026-03-02&range=7d'),
    'time,clicks,visitors\r\n2026-02-28 00:00:00,1,1\r\n2026-03-01 00:00:00,1,1\r\n2026-03-02 00:00:00,0,0\r\n',
  );
  assert.equal(
    await csv('?by=country'),
    'country,name,clicks,visitors\r\n,Unknown,1,1\r\nDE,Germany,1,1\r\n',
  );
  assert.match(await csv('?by=referrer'), /^'-1\.example,'-1\.example,1,1\r$/m);
  assert.match(await csv('?by=variant'), /^"'=1\+1,""b""",/m);
  const account = (query: string) => read(`/dashboard/statistics.csv${query}`);
  assert.equal(await account('?by=link'), `link,name,clicks,visitors\r\n${link.id},hop.test/spring,2,2\r\n`);
  assert.equal((await account('?range=24h')).split('\r\n').length, 26);
});

testHop('statistics are public if the owner enables it, as long as the link exists', async (world) => {
  const { app, asAda, asBob, asNobody } = world;
  const link = await addLink(app, 'spring');
  const code = await addLink(app, 'qr/poster', { purpose: 'qr' });
  await follow(app, link.id, [0]);
  const address = '/spring/stats';
  const share = (hop: typeof asAda, id: string, isPublic: string) =>
    hop.form(`/dashboard/statistics/${id}/public`, { public: isPublic });
  assert.equal((await asNobody.page(address)).status, 404);
  assert.equal((await share(asBob, link.id, 'yes')).status, 404);
  assert.equal((await asNobody.page(address)).status, 404);

  assert.equal((await share(asAda, link.id, 'yes')).location, `/dashboard/links/${link.id}`);
  assert.match(
    (await asAda.page(`/dashboard/links/${link.id}`)).text,
    /value="http:\/\/hop\.test\/spring\/stats"|http:\/\/hop\.test\/spring\/stats/,
  );
  const shown = await asNobody.page(`${address}?range=24h`);
  assert.equal(shown.status, 200);
  assert.match(shown.text, /name="robots" content="noindex"/);
  assert.match(shown.text, /1 click by 1 visitor in 24 hours/);
  assert.ok(!shown.text.includes('/dashboard/statistics'));
  await share(asAda, code.id, 'yes');
  assert.equal((await asNobody.page('/qr/poster/stats')).status, 200);

  for (const change of [{ suspended_at: app.clock.now() }, { deleted_at: app.clock.now() }]) {
    await app.db.updateTable('links.link').set(change).where('id', '=', link.id).execute();
    assert.equal((await asNobody.page(address)).status, 404);
    await app.db
      .updateTable('links.link')
      .set({ suspended_at: null, deleted_at: null })
      .where('id', '=', link.id)
      .execute();
  }
  assert.equal((await asNobody.page(address)).status, 200);
  await share(asAda, link.id, '');
  assert.equal((await asNobody.page(address)).status, 404);
});

testHop(
  'a link on a branded domain has a public page under the domain’s name',
  async ({ app, ada, asNobody }) => {
    const domain = await app.db
      .insertInto('links.domain')
      .values({ account_id: ada.id, host: 'go.example', created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addLink(app, 'spring', { domain_id: domain.id, statistics_public_at: app.clock.now() });
    assert.match((await asNobody.page('/go.example/spring/stats')).text, /go\.example\/spring/);
    for (const path of ['/spring/stats', '/other.example/spring/stats', '/qr/spring/stats'])
      assert.equal((await asNobody.page(path)).status, 404, path);
  },
);

testHop(
  'the API returns statistics of a period, for one link and for all',
  async ({ app, asAda, asBob, asNobody }) => {
    const link = await addLink(app, 'spring');
    await follow(app, link.id, [0, 1, 30]);
    const path = `/api/url/${link.id}/statistics`;
    const { status, body } = await asAda.api('GET', `${path}?from=2026-02-28&to=2026-03-02`);
    assert.equal(status, 200);
    const unique = { clicks: 1, uniqueClicks: 1 };
    const { data, ...rest } = body as { data: Record<string, unknown> };
    assert.deepEqual(rest, { error: 0, from: '2026-02-28 00:00:00', to: '2026-03-02 00:00:00', step: 'day' });
    assert.deepEqual(data.series, [
      { date: '2026-02-28 00:00:00', ...unique },
      { date: '2026-03-01 00:00:00', ...unique },
    ]);
    assert.deepEqual(data.countries, [{ value: 'DE', name: 'Germany', clicks: 2, uniqueClicks: 2 }]);
    assert.deepEqual([data.clicks, data.bots, data.variants, data.links], [2, 0, [], undefined]);
    const all = (await asAda.api('GET', '/api/statistics?step=month&from=2026-01-01')).body;
    assert.deepEqual((all.data as Record<string, unknown>).links, [
      { value: link.id, name: 'hop.test/spring', clicks: 3, uniqueClicks: 3 },
    ]);
    for (const query of [
      'from=x',
      'step=year',
      'from=2026-03-02&to=2026-03-01',
      'from=2000-01-01&step=hour',
      'to=2026-02-30',
    ]) {
      const refused = await asAda.api('GET', `${path}?${query}`);
      assert.deepEqual([refused.status, refused.body.error], [400, 1], query);
    }
    assert.equal((await asBob.api('GET', path)).status, 404);
    assert.equal((await asNobody.api('GET', path)).status, 401);
  },
);

testHop('a page fragment opened on its own is rendered as a full page', async ({ ada, app, ask, asAda }) => {
  const link = await addLink(app, 'alone');
  const token = await startSession(app, ada.id, device);
  const headers = { cookie: `c_user=${ada.id}; xs=${token}`, 'sec-fetch-dest': 'document' };
  const url = `/dashboard/links/${link.id}/statistics`;
  const alone = await ask({ url, headers });
  assert.equal(alone.statusCode, 200);
  assert.match(alone.body, /^<!doctype html>[^]*<main[^]*<turbo-frame[^]*id="statistics"/);
  assert.match((await asAda.page(url)).text, /^<turbo-frame/);
});

testHop('begins days in the reader’s time zone unless another is named', async ({ app, asAda }) => {
  const { id } = await addLink(app, 'spring');
  await follow(app, id, [0]);
  const rows: [string, string, string][] = [
    ['', '', 'UTC'],
    ['time_zone=Asia/Kolkata', '', 'Asia/Kolkata'],
    ['time_zone=Asia%2FKolkata', '', 'Asia/Kolkata'],
    ['time_zone=Asia/Kolkata', '?timezone=UTC', 'UTC'],
    ['time_zone=Asia/Kolkata', '?timezone=Europe/Berlin', 'Europe/Berlin'],
    ['time_zone=Nowhere/Else', '', 'UTC'],
  ];
  for (const [cookie, query, zone] of rows)
    for (const path of ['/dashboard/statistics', `/dashboard/links/${id}/statistics`]) {
      const { status, text } = await asAda.page(`${path}${query}`, cookie);
      assert.equal(status, 200);
      assert.match(text, new RegExp(`Clicks per day \\(${zone}\\)`), `${cookie} ${query}`);
      // A link to another range names the zone if it is not the reader's.
      assert.equal(text.includes('Remove filter: Time zone'), query !== '', `${cookie} ${query}`);
    }
});
