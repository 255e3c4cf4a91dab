import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { testHop, type Hop } from '../../../../test/ask-hop.ts';
import { readPicture } from '../drawing/scan.ts';

const url = 'https://example.com/page';
const logo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b03060' } }).png().toBuffer(); // prettier-ignore

async function add(hop: Hop, body: object = {}): Promise<{ id: number; link: string; path: string }> {
  const answer = await hop.api('POST', '/api/qr/add', { type: 'link', data: url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const link = String(answer.body.link);
  return { id: Number(answer.body.id), link, path: new URL(link).pathname };
}

/** What a camera reads in the picture at an address. */
async function scan(hop: Hop, path: string): Promise<string | undefined> {
  const { status, text } = await hop.page(`${path}.svg`);
  assert.equal(status, 200, text);
  return readPicture(Buffer.from(text));
}

testHop('a link’s code is drawn as its own address', async ({ asAda, asNobody }) => {
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
  const { link, path } = await add(asAda);
  assert.equal(await scan(asNobody, path), link);
});

testHop('codes are listed, newest first, and found by name', async ({ asAda, asBob }) => {
  const first = await add(asAda, { name: 'Poster' });
  const second = await add(asAda, { type: 'text', data: 'Hello' });
  await add(asBob);
  const { status, body } = await asAda.api('GET', '/api/qr?limit=1&page=2');
  assert.equal(status, 200);
  const record = { id: first.id, link: first.link, scans: 0, name: 'Poster', date: '2026-03-01 12:00:00', type: 'link', dynamic: true, image: `${first.link}.png` }; // prettier-ignore
  assert.deepEqual(body, {
    error: '0',
    data: { result: 1, perpage: 1, currentpage: 2, nextpage: 0, maxpage: 2, qrs: [record] },
  });
  const ids = async (query: string) =>
    ((await asAda.api('GET', `/api/qr?q=${query}`)).body.data as { qrs: { id: number }[] }).qrs.map(({ id }) => id); // prettier-ignore
  assert.deepEqual(await ids('POST'), [first.id]);
  assert.deepEqual(await ids('example'), [first.id]);
  assert.deepEqual(await ids('hello'), [second.id]);
  assert.deepEqual(await ids('%25'), []);
});

testHop('a code’s detail has what became of it, counts as strings', async ({ app, asAda }) => {
  const { id, link } = await add(asAda, { name: 'Poster' });
  const none = await asAda.api('GET', `/api/qr/${id}`);
  assert.deepEqual(none.body.data, {
    clicks: 0, uniqueClicks: 0, topCountries: {}, topReferrers: {}, topBrowsers: {}, topOs: {},
    socialCount: { facebook: 0, twitter: 0, instagram: 0 },
  }); // prettier-ignore
  const day = '2026-03-01';
  await app.db.insertInto('links.link_total').values({ link_id: id, clicks: 3, uniques: 2, last_click_at: app.clock.now() }).execute(); // prettier-ignore
  for (const [dimension, value, clicks] of [['country', 'DE', 2], ['country', '', 1], ['browser', 'Chrome', 3], ['system', 'Android', 3], ['referrer', 'l.facebook.com', 1], ['referrer', '', 2]] as const) // prettier-ignore
    await app.db.insertInto('links.click_day').values({ link_id: id, day, dimension, value, clicks, uniques: clicks }).execute(); // prettier-ignore
  const { body } = await asAda.api('GET', `/api/qr/${id}`);
  assert.equal(body.error, 0);
  const { scans, ...details } = body.details as Record<string, unknown>;
  assert.equal(scans, 3);
  assert.deepEqual(details, { id, link, name: 'Poster', date: '2026-03-01 12:00:00', type: 'link', dynamic: true, image: `${link}.png` }); // prettier-ignore
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

const contents: [type: string, data: unknown, expected: string][] = [
  ['text', 'سلام; 😀', 'سلام; 😀'],
  ['text', { text: 'a' }, 'a'],
  ['phone', '+49 30 123', 'tel:+4930123'],
  ['phone', 4930123456, 'tel:4930123456'],
  ['phone', { phone: '030 123' }, 'tel:030123'],
  ['email', 'ada@example.org', 'mailto:ada@example.org'],
  ['email', { email: 'ada@example.org', subject: 'Hi', body: '' }, 'mailto:ada@example.org?subject=Hi'],
  ['sms', { phone: '030 123', message: 'Hi' }, 'SMSTO:030123:Hi'],
  ['sms', [{ phone: '030 123' }, { message: 'Hi' }], 'SMSTO:030123:Hi'],
  ['wifi', { ssid: 'a;b', encryption: 'WPA', pass: 'p:q' }, String.raw`WIFI:T:WPA;S:a\;b;P:p\:q;;`],
  ['wifi', [{ ssid: 'Open', encryption: 'nopass' }], 'WIFI:T:nopass;S:Open;;'],
  ['WIFI', { ssid: 'a', password: 'b', hidden: true }, 'WIFI:T:WPA;S:a;P:b;H:true;;'],
  [
    'vcard',
    { fname: 'Ada', lname: 'Lovelace', cell: '030 123', zip: 16321, country: 'DE', social: { x: 'y' } },
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nTEL;TYPE=CELL:030 123\r\n',
  ],
  ['wifi', ['Home', 'WPA', 'secret'], 'WIFI:T:WPA;S:Home;P:secret;;'],
  ['wifi', ['Home', 'secret'], 'WIFI:T:WPA;S:Home;P:secret;;'],
  ['wifi', ['Home', 'secret', 'WEP'], 'WIFI:T:WEP;S:Home;P:secret;;'],
  ['wifi', ['Home', 'WPA', 12345678, true], 'WIFI:T:WPA;S:Home;P:12345678;H:true;;'],
  ['wifi', ['Open', 'nopass'], 'WIFI:T:nopass;S:Open;;'],
  ['wifi', { 0: 'Home', 2: 'secret' }, 'WIFI:T:WPA;S:Home;P:secret;;'],
  ['wifi', [{ name: 'ssid', value: 'Home' }, { name: 'pass', value: 'secret' }], 'WIFI:T:WPA;S:Home;P:secret;;'],
  ['email', ['ada@example.org', 'Hi', 'Ho'], 'mailto:ada@example.org?subject=Hi&body=Ho'],
  ['email', ['ada@example.org', null, 'Ho'], 'mailto:ada@example.org?body=Ho'],
  ['sms', ['030 123', 'Hi'], 'SMSTO:030123:Hi'],
  ['phone', ['030 123'], 'tel:030123'],
  ['text', ['Hello'], 'Hello'],
  [
    'vcard',
    ['Ada', 'Lovelace', 'Engine Ltd', '030 123', '0170 1', '', 'ada@example.org', 'Main St 1', 'Bernau', '', '16321', 'DE', 'example.org'],
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nORG:Engine Ltd\r\n',
  ],
  ['vcard', [{ firstname: 'Ada' }, { lastname: 'L', version: '4.0' }], 'BEGIN:VCARD\r\nVERSION:4.0\r\nN:L;Ada;;;\r\n'],
]; // prettier-ignore

testHop('each type says its data itself, in whatever shape clients send it', async ({ asAda, asNobody }) => {
  for (const [type, data, expected] of contents) {
    const { path } = await add(asAda, { type, data });
    const said = (await scan(asNobody, path)) ?? '';
    assert.equal(expected.startsWith('BEGIN') ? said.slice(0, expected.length) : said, expected, type);
  }
});

testHop(
  'an array with values that no field has is refused, and so is one of values and objects',
  async ({ asAda }) => {
    const rows: [string, unknown, RegExp][] = [
      ['text', ['Hello', 'there'], /data of the type text has at most one value/],
      ['wifi', ['Home', 'WPA', 'secret', true, 'more'], /data of the type wifi has at most 4 values/],
      ['wifi', ['Home', { pass: 'secret' }], /data\.0: .*not of both/],
      ['wifi', [], /ssid/i],
      ['email', [null, 'Hi'], /email.*missing/],
    ];
    for (const [type, data, message] of rows) {
      const { status, body } = await asAda.api('POST', '/api/qr/add', { type, data });
      assert.equal(status, 400, JSON.stringify(data));
      assert.match(String(body.message), message);
    }
  },
);

testHop('whatever may be dynamic is drawn as its address, and a link may not be', async ({ asAda, asNobody }) => {
  for (const [type, data] of [['text', 'x'.repeat(3000)], ['wifi', { ssid: 'a', pass: 'b' }]] as const) {
    const { path, link } = await add(asAda, { type, data, dynamic: true });
    assert.equal(await scan(asNobody, path), link);
  }
  const { path } = await add(asAda, { dynamic: false });
  assert.equal(await scan(asNobody, path), url);
}); // prettier-ignore

testHop('an update leads a printed code elsewhere, and keeps what is not said', async ({ app, asAda, asNobody }) => {
  const { id, path, link } = await add(asAda, { name: 'Poster', foreground: '#145040', shape: 'dots' });
  const answer = await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'https://example.org/new' });
  assert.deepEqual([answer.status, answer.body], [200, { error: 0, message: 'The QR code is updated' }]);
  const row = await app.db.selectFrom('links.link').select(['url', 'title']).where('id', '=', String(id)).executeTakeFirstOrThrow(); // prettier-ignore
  assert.deepEqual(row, { url: 'https://example.org/new', title: 'Poster' });
  const { text } = await asNobody.page(`${path}.svg`);
  assert.match(text, /fill="#145040"/);
  assert.equal(await readPicture(Buffer.from(text)), link);
  await asAda.api('PUT', `/api/qr/${id}/update`, { data: url, foreground: 'rgb(0,0,0)', name: '', size: '200' });
  assert.match((await asNobody.page(`${path}.svg`)).text, /width="200"[^]*fill="#000000"/);
  assert.equal((await asAda.api('PUT', `/api/qr/${id}/update`, { type: 'text', data: 'Now a text' })).status, 200);
  const static_ = await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'Now a text', dynamic: '0' });
  assert.equal(static_.status, 200);
  assert.equal(await scan(asNobody, path), 'Now a text');
}); // prettier-ignore

testHop('a name made from the data changes with it', async ({ asAda }) => {
  const { id } = await add(asAda);
  const name = async () => ((await asAda.api('GET', `/api/qr/${id}`)).body.details as { name: string }).name;
  assert.equal(await name(), 'example.com');
  await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'https://www.example.org' });
  assert.equal(await name(), 'example.org');
});

testHop('deleting ends a code, its picture too', async ({ asAda, asNobody }) => {
  const { id, path } = await add(asAda);
  const { status, body } = await asAda.api('DELETE', `/api/qr/${id}/delete`);
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  assert.equal((await asAda.api('DELETE', `/api/qr/${id}/delete`)).status, 404);
  assert.equal((await asNobody.page(`${path}.png`)).status, 404);
});

testHop('a logo is fetched, drawn anew, kept and taken away', async ({ asAda, asNobody }) => {
  const server = createServer((request, response) => {
    if (request.url === '/logo.png') return void response.end(logo);
    if (request.url === '/large.png') return void response.end(Buffer.alloc(600 * 1024));
    if (request.url === '/page') return void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const from = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  try {
    const { id, path, link } = await add(asAda, { logo: from('/logo.png') });
    const shown = await asNobody.page(`${path}.svg`);
    assert.match(shown.text, /<image [^>]*href="data:image\/png;base64,/);
    assert.equal(await readPicture(Buffer.from(shown.text)), link);
    await asAda.api('PUT', `/api/qr/${id}/update`, { data: url });
    assert.match((await asNobody.page(`${path}.svg`)).text, /<image /);
    await asAda.api('PUT', `/api/qr/${id}/update`, { data: url, logo: '' });
    assert.doesNotMatch((await asNobody.page(`${path}.svg`)).text, /<image /);
    const refused: [string, RegExp][] = [
      [from('/none.png'), /answers 404/],
      [from('/large.png'), /500 kB/],
      [from('/page'), /PNG or JPEG/],
      ['http://192.168.0.1/logo.png', /cannot be fetched: .*not on the public internet/],
      ['/etc/passwd', /whole address/],
      ['data:image/png;base64,AAAA', /PNG or JPEG/],
      [`data:image/png;base64,${logo.subarray(0, 40).toString('base64')}`, /damaged|PNG or JPEG/],
    ];
    for (const [address, message] of refused) {
      const answer = await asAda.api('POST', '/api/qr/add', { type: 'link', data: url, logo: address });
      assert.equal(answer.status, 400, address);
      assert.match(String(answer.body.message), message);
    }
  } finally {
    server.close();
  }
});

testHop('what cannot be is refused with a 400 that says why', async ({ asAda }) => {
  const { id } = await add(asAda);
  const rows: [object, RegExp][] = [
    [{ type: 'cats', data: 'x' }, /type is one of/],
    [{ data: 'x' }, /type/],
    [{ type: 'text' }, /data/],
    [{ type: 'text', data: '' }, /missing/],
    [{ type: 'text', data: [] }, /missing/],
    [{ type: 'link', data: 'nonsense' }, /http/],
    [{ type: 'phone', data: 'x' }, /phone number/],
    [{ type: 'vcard', data: {} }, /empty/],
    [{ type: 'wifi', data: { encryption: 'WPA' } }, /SSID/],
    [{ type: 'text', data: 'x', foreground: 'red' }, /not a colour/],
    [{ type: 'text', data: 'x', background: 'rgb(1,2,256)' }, /not a colour/],
    [{ type: 'text', data: 'x', foreground: 'rgb(200,200,200)' }, /too much alike/],
    [{ type: 'text', data: 'x', foreground: '#fff', background: '#000' }, /darker than its background/],
    [{ type: 'text', data: 'x', size: 5000 }, /100 to 2000/],
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

testHop('what is not the caller’s is not there', async ({ asAda, asBob, asNobody }) => {
  const { id } = await add(asAda);
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
