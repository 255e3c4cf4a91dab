import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { linkRoutes } from './api.ts';

const url = 'https://example.com/page';

/** Default delivery options of a link. */
const plainDelivery = {
  location: {}, device: {}, language: {}, type: 'direct', password: false, disabled: false, redirectstatus: 302,
  expiredurl: '', clicklimit: null, passquery: false, hidereferrer: false, trackconversion: false, metatitle: '', metadescription: '', metaimage: '',
  deeplink: null, parameters: [], variants: [], pixels: [], domain: 'http://hop.test', channel: null, channelname: null,
  campaign: null, campaignname: null, held: false, reason: '',
}; // prettier-ignore

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

testHop('creating a link returns its id and short URL', async ({ asAda }) => {
  const { status, body } = await asAda.api('POST', '/api/url/add', { url, custom: 'spring' });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    error: 0,
    id: body.id,
    shorturl: 'http://hop.test/spring',
    short: 'http://hop.test/spring',
  });
  assert.ok(Number.isInteger(body.id));
  const random = await asAda.api('POST', '/api/url/add', { url });
  assert.match(String(random.body.shorturl), /^http:\/\/hop\.test\/[0-9A-Za-z]{5}$/);
});

testHop('the documented examples work unchanged', async ({ asAda }) => {
  const example = (path: string) => linkRoutes.find((route) => route.path === path)?.example as object;
  const id = await add(asAda, example('/api/url/add'));
  const { status, body } = await asAda.api('PUT', `/api/url/${id}/update`, example('/api/url/:id/update'));
  assert.equal(status, 200, JSON.stringify(body));
});

testHop(
  'a non-Latin alias is returned percent-encoded so that it can be pasted anywhere',
  async ({ asAda }) => {
    const { body } = await asAda.api('POST', '/api/url/add', { url, custom: 'при' });
    assert.equal(body.shorturl, 'http://hop.test/%D0%BF%D1%80%D0%B8');
  },
);

testHop('empty values and unknown fields are ignored', async ({ asAda }) => {
  const blanks = ['', null, false];
  for (const blank of blanks) {
    const id = await add(asAda, {
      url,
      custom: blank,
      status: blank,
      type: blank,
      password: blank,
      domain: blank,
      expiry: blank,
      description: blank,
      metatitle: blank,
      metadescription: blank,
      metaimage: blank,
      geotarget: blank,
      devicetarget: blank,
      languagetarget: blank,
      deeplink: blank,
      parameters: blank,
      pixels: blank,
      channel: blank,
      campaign: blank,
      unknown: { deep: [1] },
    });
    const { body } = await asAda.api('GET', `/api/url/${id}`);
    const details = body.details as Record<string, unknown>;
    assert.equal(details.title, 'example.com');
    assert.equal(details.expiry, null);
  }
  await add(asAda, { url, geotarget: [], deeplink: [], parameters: [], pixels: [], type: 'direct' });
  await add(asAda, {
    url,
    geotarget: {},
    devicetarget: {},
    languagetarget: {},
    deeplink: {},
    parameters: {},
    pixels: {},
    variants: {},
  });
  for (const domain of ['http://hop.test', 'hop.test', 'HOP.test/']) await add(asAda, { url, domain });
});

testHop('a link is returned with its options and statistics', async ({ app, asAda }) => {
  const id = await add(asAda, {
    url,
    custom: 'spring',
    metatitle: 'Title',
    metadescription: 'About',
    expiry: '2026-12-01 08:00:00',
  });
  const path = `/api/url/${id}`;
  assert.deepEqual((await asAda.api('GET', path)).body, {
    error: 0,
    id,
    details: {
      id,
      shorturl: 'http://hop.test/spring',
      longurl: url,
      title: 'Title',
      description: 'About',
      expiry: '2026-12-01 08:00:00',
      date: '2026-03-01 12:00:00',
      status: 'public',
      tags: [],
      external_id: null,
      ...plainDelivery,
      metatitle: 'Title',
      metadescription: 'About',
    },
    data: {
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: { facebook: 0, twitter: 0, google: 0 },
    },
  });

  const link_id = String(id);
  await app.db
    .insertInto('links.link_total')
    .values({ link_id, clicks: 3, uniques: 2, last_click_at: app.clock.now() })
    .execute();
  const day = '2026-03-01';
  await app.db
    .insertInto('links.click_day')
    .values([
      { link_id, day, dimension: 'country', value: 'DE', clicks: 2, uniques: 1 },
      { link_id, day, dimension: 'country', value: '', clicks: 1, uniques: 1 },
      { link_id, day, dimension: 'referrer', value: 'lm.facebook.com', clicks: 1, uniques: 1 },
      { link_id, day, dimension: 'referrer', value: 'www.google.co.uk', clicks: 2, uniques: 1 },
      { link_id, day, dimension: 'browser', value: 'Firefox', clicks: 3, uniques: 2 },
      { link_id, day, dimension: 'system', value: 'Windows', clicks: 3, uniques: 2 },
    ])
    .execute();
  app.clock.turn(1000);
  assert.deepEqual((await asAda.api('GET', path)).body.data, {
    clicks: 3,
    uniqueClicks: 2,
    topCountries: { Germany: 2, Unknown: 1 },
    topReferrers: { 'www.google.co.uk': 2, 'lm.facebook.com': 1 },
    topBrowsers: { Firefox: 3 },
    topOs: { Windows: 3 },
    socialCount: { facebook: 1, twitter: 0, google: 2 },
  });
});

testHop('lists links newest first, in pages of the requested size', async ({ asAda, asBob }) => {
  const ids: number[] = [];
  for (const custom of ['one', 'two', 'three']) ids.unshift(await add(asAda, { url, custom }));
  await add(asBob, { url });

  const { status, body } = await asAda.api('GET', '/api/urls');
  assert.equal(status, 200);
  assert.equal(body.error, '0');
  const { urls, ...paging } = body.data as { urls: { id: number }[] };
  assert.deepEqual(paging, { result: 3, perpage: 15, currentpage: 1, nextpage: 0, maxpage: 1 });
  assert.deepEqual(
    urls.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(urls[0], {
    id: ids[0],
    alias: 'three',
    shorturl: 'http://hop.test/three',
    longurl: url,
    clicks: 0,
    title: 'example.com',
    description: '',
    date: '2026-03-01 12:00:00',
  });

  const pagingOf = async (query: string) => {
    const answer = await asAda.api('GET', `/api/urls?${query}`);
    const { result, perpage, currentpage, nextpage, maxpage } = answer.body.data as Record<string, number>;
    return [result, perpage, currentpage, nextpage, maxpage];
  };
  assert.deepEqual(await pagingOf('limit=2'), [2, 2, 1, 2, 2]);
  assert.deepEqual(await pagingOf('limit=2&page=2'), [1, 2, 2, 0, 2]);
  assert.deepEqual(await pagingOf('page=7'), [0, 15, 7, 0, 1]);
  assert.deepEqual(await pagingOf('limit=100000&order=click'), [3, 1000, 1, 0, 1]);
  assert.deepEqual(await pagingOf('limit=&page=&order='), [3, 15, 1, 0, 1]);
});

testHop('rejects an invalid list query', async ({ asAda }) => {
  for (const query of [
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'limit=0',
    'limit=-3',
    'limit=many',
    'order=garbage',
    'page=1&page=2',
  ]) {
    const { status, body } = await asAda.api('GET', `/api/urls?${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.error, 1);
    assert.match(String(body.message), /page|limit|order/);
  }
});

testHop('`short` overrides the other parameters and returns only that link', async ({ asAda, asBob }) => {
  const id = await add(asAda, { url, custom: 'spring' });
  for (const short of ['http://hop.test/spring', 'https://hop.test/spring', 'hop.test/spring', 'spring']) {
    const query = `short=${encodeURIComponent(short)}&page=0&limit=none&order=odd`;
    const { status, body } = await asAda.api('GET', `/api/urls?${query}`);
    assert.equal(status, 200);
    assert.equal(body.error, 0);
    assert.equal(body.id, id);
    assert.equal((body.data as { clicks: number }).clicks, 0);
  }
  for (const [hop, short] of [
    [asAda, 'hop.test/other'],
    [asAda, 'other.test/spring'],
    [asAda, '%E0'],
    [asBob, 'spring'],
  ] as const) {
    const { status, body } = await hop.api('GET', `/api/urls?short=${short}`);
    assert.equal(status, 200);
    assert.equal(body.error, 1);
    assert.equal(body.data, undefined);
    assert.ok(body.message);
  }
});

testHop('rejects invalid values', async ({ asAda, asBob }) => {
  await add(asBob, { url, custom: 'taken' });
  const rows: [object, number, RegExp][] = [
    [{}, 400, /url is required/],
    [[], 400, /object/],
    [{ url: 5 }, 400, /url must be a string/],
    [{ url: '' }, 400, /required/],
    [{ url: 'google.com' }, 400, /http:\/\//],
    [{ url: 'http://hop.test/spring' }, 400, /this service/],
    [{ url, custom: 'taken' }, 409, /taken/],
    [{ url, custom: 'ab' }, 400, /^custom: .*at least 3/],
    [{ url, custom: 'x'.repeat(50) }, 400, /at most 49/],
    [{ url, custom: 'dashboard' }, 400, /is reserved/],
    [{ url, custom: 7 }, 400, /custom/],
    [{ url, custom: 'a\0b' }, 400, /NUL/],
    [{ url, expiry: '2020-11-11 12:00:00' }, 400, /future/],
    [{ url, expiry: 'soon' }, 400, /YYYY-MM-DD/],
    [{ url, status: 'odd' }, 400, /status/],
    [{ url, domain: 'brand.to' }, 400, /” is not one of yours/],
    [{ url, type: 'odd' }, 400, /The type must be direct/],
    [{ url, geotarget: [{ location: 'Canada' }] }, 400, /geotarget/],
    [{ url, geotarget: [{ location: 'Canada', link: 'google.ca' }] }, 400, /geotarget/],
    [{ url, geotarget: { first: 'Canada' } }, 400, /geotarget/],
    [{ url, deeplink: { apple: 'apps.apple.com' } }, 400, /deeplink/],
    [{ url, metaimage: 'og.png' }, 400, /metaimage/],
    [{ url, channel: 1 }, 404, /Channel not found/],
    [{ url, campaign: '1' }, 404, /Campaign not found/],
  ];
  for (const [body, status, message] of rows) {
    const answer = await asAda.api('POST', '/api/url/add', body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.body.error, 1);
    assert.match(String(answer.body.message), message);
  }
  assert.equal((await asAda.api('GET', '/api/url/abc')).status, 400);
  assert.equal((await asAda.api('GET', '/api/url/0')).status, 400);
});

testHop('every call requires a key', async ({ asNobody }) => {
  const calls = [
    ['GET', '/api/urls'],
    ['GET', '/api/url/1'],
    ['POST', '/api/url/add'],
    ['PUT', '/api/url/1/update'],
    ['DELETE', '/api/url/1/delete'],
  ] as const;
  for (const [method, path] of calls) {
    const { status, body } = await asNobody.api(method, path, { url });
    assert.deepEqual({ status, body }, { status: 401, body: { error: 1, message: 'Invalid API key' } });
  }
});
