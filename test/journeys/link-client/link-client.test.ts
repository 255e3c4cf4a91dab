// The link API, as used by programs written for the specification.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { has, openClients, rowsOf, time, type Clients } from './link-clients.ts';
import { sampleLink } from './sample-link.ts';
import { eventually } from '../../peers/eventually.ts';

const url = 'https://example.com/page';

describe('A client of the link API', () => {
  let services: Clients['services'];
  let client: Clients['client'];
  let other: Clients['other'];
  before(async () => {
    ({ services, client, other } = await openClients());
  });
  after(() => services.stop());

  it('shortens the documentation’s sample with an expiry in the future', async () => {
    const pixels: unknown[] = [];
    for (const type of ['bing', 'reddit', 'snapchat', 'tiktok'])
      pixels.push((await client.get('POST /api/pixel/add', [], { type, name: type, tag: '1' })).id);
    const channel = (await client.get('POST /api/channel/add', [], { name: 'Samples' })).id;
    const campaign = (await client.get('POST /api/campaign/add', [], { name: 'Samples' })).id;
    const sample = { ...sampleLink, pixels, channel, campaign };
    assert.match(await client.refused('POST /api/url/add', 400, [], sample), /expiry/);
    const expiry = '2999-11-11 12:00:00';
    const added = await client.get('POST /api/url/add', [], { ...sample, expiry });
    const address = `${services.hop}/google`;
    assert.deepEqual(added, { error: 0, id: added.id, shorturl: address, short: address });
    const { id, details, data } = await client.get('GET /api/url/:id', [Number(added.id)]);
    assert.equal(id, added.id);
    const { date, ...rest } = details as Record<string, unknown>;
    assert.match(String(date), time);
    const expected: Record<string, unknown> = {
      id, shorturl: added.shorturl, longurl: 'https://google.com', title: 'Not Google', description: 'For facebook',
      location: { canada: 'https://google.ca', 'united states': 'https://google.us' },
      device: { iphone: 'https://google.com', android: 'https://google.com' },
      language: { en: 'https://google.com', fr: 'https://google.ca' }, expiry, type: 'splash', password: true, status: 'private',
      parameters: [{ name: 'aff', value: '3' }, { name: 'gtm_source', value: 'api' }],
    }; // prettier-ignore
    for (const [field, value] of Object.entries(expected)) assert.deepEqual(rest[field], value, field);
    assert.deepEqual(data, {
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: { facebook: 0, twitter: 0, google: 0 },
    });
    const page = await fetch(added.shorturl, {
      headers: { 'user-agent': 'Mozilla/5.0 Chrome/142.0' },
    });
    assert.match(await page.text(), /type="password"/);
  });

  it('sends missing values in every common form', async () => {
    for (const nothing of ['', null, false])
      await client.get('POST /api/url/add', [], {
        url,
        custom: nothing,
        domain: nothing,
        expiry: nothing,
        type: nothing,
        geotarget: nothing,
        deeplink: nothing,
        pixels: nothing,
        channel: nothing,
        later: { field: 1 },
      });
    for (const nothing of [[], {}])
      await client.get('POST /api/url/add', [], {
        url,
        geotarget: nothing,
        devicetarget: nothing,
        languagetarget: nothing,
        deeplink: nothing,
        parameters: nothing,
        pixels: nothing,
      });
  });

  it('reads the state of a link by its id and by its short URL', async () => {
    const { id, shorturl } = await client.get('POST /api/url/add', [], { url, custom: 'counted' });
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    await (await fetch(String(shorturl), { headers, redirect: 'manual' })).body?.cancel();
    const read = async (short: string) => {
      const query = `?limit=0&page=x&order=odd&short=${encodeURIComponent(short)}`;
      return (await client.call('GET /api/urls', [], undefined, query)).body;
    };
    await eventually(
      async () => (await read(String(shorturl))) as { data: { clicks: number } },
      ({ data }) => data.clicks === 1,
      200,
    );
    const { error, data } = await read('counted');
    assert.equal(error, 0);
    assert.deepEqual(data, (await client.get('GET /api/url/:id', [Number(id)])).data);
    const { clicks, uniqueClicks, topBrowsers, topOs } = data as Record<string, unknown>;
    assert.deepEqual([clicks, uniqueClicks, topBrowsers, topOs], [1, 1, { Firefox: 1 }, { Linux: 1 }]);
    const none = await client.call('GET /api/urls', [], undefined, '?short=nowhere');
    assert.deepEqual([none.status, none.body.error, none.body.data], [200, 1, undefined]);
    const change = await client.get('PUT /api/url/:id/update', [Number(id)], { url: `${url}/2` });
    assert.deepEqual(change, { error: 0, id, short: shorturl, shorturl });
    assert.match(await client.refused('PUT /api/url/:id/update', 400, [Number(id)], {}), /url/);
    await other.refused('GET /api/url/:id', 404, [Number(id)]);
    await other.refused('PUT /api/url/:id/update', 404, [Number(id)], { url });
    await other.refused('DELETE /api/url/:id/delete', 404, [Number(id)]);
    await client.get('DELETE /api/url/:id/delete', [Number(id)]);
    await client.refused('DELETE /api/url/:id/delete', 404, [Number(id)]);
  });

  it('pages through its links until there is no next page', async () => {
    for (let count = 0; count < 7; count += 1) await other.get('POST /api/url/add', [], { url });
    const ids: unknown[] = [];
    for (let page = 1; page;) {
      const { records, paging } = await other.page(
        'GET /api/urls',
        'urls',
        `?limit=3&page=${page}&order=date`,
      );
      assert.deepEqual([paging.perpage, paging.currentpage], [3, page]);
      for (const record of records) has(record, 'id alias shorturl longurl clicks title description date');
      ids.push(...records.map(({ id }) => id));
      page = paging.nextpage;
    }
    assert.equal(new Set(ids).size, 7);
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => Number(b) - Number(a)),
    );
    assert.equal((await other.page('GET /api/urls', 'urls', '?limit=100000')).paging.perpage, 1000);
    assert.equal((await other.page('GET /api/urls', 'urls', '?limit=&page=')).paging.perpage, 15);
    for (const [query, field] of [
      ['?limit=0', /limit/],
      ['?page=0', /page/],
      ['?page=-1', /page/],
      ['?order=odd', /order/],
    ] as const)
      assert.match(await other.refused('GET /api/urls', 400, [], undefined, query), field);
  });

  it('creates an alias that several clients request at once, or reports that it is taken', async () => {
    const body = { url, custom: 'wanted' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? other : client).call('POST /api/url/add', [], body),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
  });

  it('has covered every row of its specification', () => {
    assert.deepEqual(
      rowsOf(/api\/url/).filter((row) => !client.driven.has(row)),
      [],
    );
  });
});
