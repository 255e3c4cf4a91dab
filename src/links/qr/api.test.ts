import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addCode, scan } from '../../../test/media/qr-codes.ts';

const url = 'https://example.com/page';

testHop('a code of type link encodes its own short URL', async ({ asAda, asNobody }) => {
  const answer = await asAda.api('POST', '/api/qr/add', {
    type: 'link',
    data: url,
    background: 'rgb(255,255,255)',
    foreground: 'rgb(0,0,0)',
    logo: '',
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['error', 'id', 'link']);
  assert.equal(answer.body.error, 0);
  assert.ok(Number.isInteger(answer.body.id));
  assert.match(String(answer.body.link), /^http:\/\/hop\.test\/qr\/[0-9a-z]{6}$/);
  const { link, path } = await addCode(asAda);
  assert.equal(await scan(asNobody, path), link);
});

testHop('lists codes newest first and finds them by name', async ({ asAda, asBob }) => {
  const first = await addCode(asAda, { name: 'Poster' });
  const second = await addCode(asAda, { type: 'text', data: 'Hello' });
  await addCode(asBob);
  const { status, body } = await asAda.api('GET', '/api/qr?limit=1&page=2');
  assert.equal(status, 200);
  const record = { id: first.id, link: first.link, scans: 0, name: 'Poster', date: '2026-03-01 12:00:00', type: 'link', dynamic: true, image: `${first.link}.png` }; // prettier-ignore
  assert.deepEqual(body, {
    error: '0',
    data: { result: 1, perpage: 1, currentpage: 2, nextpage: 0, maxpage: 2, qrs: [record] },
  });
  const ids = async (query: string) =>
    ((await asAda.api('GET', `/api/qr?q=${query}`)).body.data as { qrs: { id: number }[] }).qrs.map(
      ({ id }) => id,
    );
  assert.deepEqual(await ids('POST'), [first.id]);
  assert.deepEqual(await ids('example'), [first.id]);
  assert.deepEqual(await ids('hello'), [second.id]);
  assert.deepEqual(await ids('%25'), []);
});

testHop('retrieving a code returns its statistics, with counts as strings', async ({ app, asAda }) => {
  const { id, link } = await addCode(asAda, { name: 'Poster' });
  const none = await asAda.api('GET', `/api/qr/${id}`);
  assert.deepEqual(none.body.data, {
    clicks: 0,
    uniqueClicks: 0,
    topCountries: {},
    topReferrers: {},
    topBrowsers: {},
    topOs: {},
    socialCount: { facebook: 0, twitter: 0, instagram: 0 },
  });
  const day = '2026-03-01';
  await app.db
    .insertInto('links.link_total')
    .values({ link_id: id, clicks: 3, uniques: 2, last_click_at: app.clock.now() })
    .execute();
  for (const [dimension, value, clicks] of [
    ['country', 'DE', 2],
    ['country', '', 1],
    ['browser', 'Chrome', 3],
    ['system', 'Android', 3],
    ['referrer', 'l.facebook.com', 1],
    ['referrer', '', 2],
  ] as const)
    await app.db
      .insertInto('links.click_day')
      .values({ link_id: id, day, dimension, value, clicks, uniques: clicks })
      .execute();
  const { body } = await asAda.api('GET', `/api/qr/${id}`);
  assert.equal(body.error, 0);
  const { scans, ...details } = body.details as Record<string, unknown>;
  assert.equal(scans, 3);
  assert.deepEqual(details, {
    id,
    link,
    name: 'Poster',
    date: '2026-03-01 12:00:00',
    type: 'link',
    dynamic: true,
    image: `${link}.png`,
  });
  assert.deepEqual(body.data, {
    clicks: 3,
    uniqueClicks: 2,
    topCountries: { Germany: '2', Unknown: '1' },
    topReferrers: { 'Direct, email and other': '2', 'l.facebook.com': '1' },
    topBrowsers: { Chrome: '3' },
    topOs: { Android: '3' },
    socialCount: { facebook: 1, twitter: 0, instagram: 0 },
  });
});

testHop('rejects invalid values with status 400 and a reason', async ({ asAda }) => {
  const { id } = await addCode(asAda);
  const rows: [object, RegExp][] = [
    [{ type: 'cats', data: 'x' }, /type must be one of/],
    [{ data: 'x' }, /type/],
    [{ type: 'text' }, /data/],
    [{ type: 'text', data: '' }, /required/],
    [{ type: 'text', data: [] }, /required/],
    [{ type: 'link', data: 'nonsense' }, /http/],
    [{ type: 'phone', data: 'x' }, /phone number/],
    [{ type: 'vcard', data: {} }, /Enter a name/],
    [{ type: 'wifi', data: { encryption: 'WPA' } }, /SSID/],
    [{ type: 'text', data: 'x', foreground: 'red' }, /” is not a color\. Use rgb\(0,0,0\) or #000000/],
    [
      { type: 'text', data: 'x', background: 'rgb(1,2,256)' },
      /” is not a color\. Use rgb\(0,0,0\) or #000000/,
    ],
    [{ type: 'text', data: 'x', foreground: 'rgb(200,200,200)' }, /Contrast too low/],
    [{ type: 'text', data: 'x', foreground: '#fff', background: '#000' }, /darker than its background/],
    [{ type: 'text', data: 'x', size: 5000 }, /100 to 2,000/],
    [{ type: 'text', data: 'x', format: 'gif' }, /png, svg, pdf/],
    [{ type: 'text', data: 'x', shape: 'star' }, /square, rounded, dots/],
    [{ type: 'text', data: 'x', errorcorrection: 'Z' }, /L, M, Q, H/],
    [{ type: 'text', data: 'x'.repeat(1300) }, /dynamic/],
    [{ type: 'text', data: 'x', name: 'x'.repeat(256) }, /255/],
    [{ type: 'text', data: 'a\0b' }, /NUL/],
  ];
  for (const [body, message] of rows) {
    const answer = await asAda.api('POST', '/api/qr/add', body);
    assert.deepEqual([answer.status, answer.body.error], [400, 1], JSON.stringify(body));
    assert.match(String(answer.body.message), message);
  }
  assert.equal((await asAda.api('PUT', `/api/qr/${id}/update`, {})).status, 400);
  assert.equal((await asAda.api('PUT', `/api/qr/${id}/update`, { data: '' })).status, 400);
  for (const query of ['page=0', 'limit=0', 'limit=x'])
    assert.equal((await asAda.api('GET', `/api/qr?${query}`)).status, 400, query);
});

testHop('returns 404 for codes of other accounts', async ({ asAda, asBob, asNobody }) => {
  const { id } = await addCode(asAda);
  const link = await asBob.api('POST', '/api/url/add', { url });
  for (const each of [id, Number(link.body.id), Number.MAX_SAFE_INTEGER])
    for (const [method, path, body] of [
      ['GET', `/api/qr/${each}`, undefined],
      ['PUT', `/api/qr/${each}/update`, { data: url }],
      ['DELETE', `/api/qr/${each}/delete`, undefined],
    ] as const) {
      const answer = await asBob.api(method, path, body);
      assert.deepEqual(answer, { status: 404, body: { error: 1, message: 'QR code not found' } }, path);
      assert.equal((await asNobody.api(method, path, body)).status, 401, path);
    }
  assert.equal((await asAda.api('GET', `/api/url/${id}`)).status, 404);
  assert.equal((await asAda.api('GET', `/api/qr/${id}`)).status, 200);
});
