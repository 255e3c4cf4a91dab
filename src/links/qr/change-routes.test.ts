import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { testHop } from '../../../test/ask-hop.ts';
import { addCode, scan } from '../../../test/media/qr-codes.ts';
import { decodeCode } from './drawing/drawing.ts';

const url = 'https://example.com/page';

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
  [
    'wifi',
    [
      { name: 'ssid', value: 'Home' },
      { name: 'pass', value: 'secret' },
    ],
    'WIFI:T:WPA;S:Home;P:secret;;',
  ],
  ['email', ['ada@example.org', 'Hi', 'Ho'], 'mailto:ada@example.org?subject=Hi&body=Ho'],
  ['email', ['ada@example.org', null, 'Ho'], 'mailto:ada@example.org?body=Ho'],
  ['sms', ['030 123', 'Hi'], 'SMSTO:030123:Hi'],
  ['phone', ['030 123'], 'tel:030123'],
  ['text', ['Hello'], 'Hello'],
  [
    'vcard',
    [
      'Ada',
      'Lovelace',
      'Engine Ltd',
      '030 123',
      '0170 1',
      '',
      'ada@example.org',
      'Main St 1',
      'Bernau',
      '',
      '16321',
      'DE',
      'example.org',
    ],
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nORG:Engine Ltd\r\n',
  ],
  [
    'vcard',
    [{ firstname: 'Ada' }, { lastname: 'L', version: '4.0' }],
    'BEGIN:VCARD\r\nVERSION:4.0\r\nN:L;Ada;;;\r\n',
  ],
];

testHop('each type encodes its data, in every format that clients send', async ({ asAda, asNobody }) => {
  for (const [type, data, expected] of contents) {
    const { path } = await addCode(asAda, { type, data });
    const said = (await scan(asNobody, path)) ?? '';
    assert.equal(expected.startsWith('BEGIN') ? said.slice(0, expected.length) : said, expected, type);
  }
});

testHop('rejects an array with too many values, or with both values and objects', async ({ asAda }) => {
  const rows: [string, unknown, RegExp][] = [
    ['text', ['Hello', 'there'], /data of the type text can have at most one value/],
    ['wifi', ['Home', 'WPA', 'secret', true, 'more'], /data of the type wifi can have at most 4 values/],
    ['wifi', ['Home', { pass: 'secret' }], /data\.0: .*not both/],
    ['wifi', [], /ssid/i],
    ['email', [null, 'Hi'], /email.*required/],
  ];
  for (const [type, data, message] of rows) {
    const { status, body } = await asAda.api('POST', '/api/qr/add', { type, data });
    assert.equal(status, 400, JSON.stringify(data));
    assert.match(String(body.message), message);
  }
});

testHop(
  'dynamic codes encode a short URL, and static link codes their destination',
  async ({ asAda, asNobody }) => {
    for (const [type, data] of [
      ['text', 'x'.repeat(3000)],
      ['wifi', { ssid: 'a', pass: 'b' }],
    ] as const) {
      const { path, link } = await addCode(asAda, { type, data, dynamic: true });
      assert.equal(await scan(asNobody, path), link);
    }
    const { path } = await addCode(asAda, { dynamic: false });
    assert.equal(await scan(asNobody, path), url);
  },
);

testHop(
  'an update changes the destination of a printed code, and omitted fields do not change',
  async ({ app, asAda, asNobody }) => {
    const { id, path, link } = await addCode(asAda, { name: 'Poster', foreground: '#145040', shape: 'dots' });
    const answer = await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'https://example.org/new' });
    assert.deepEqual([answer.status, answer.body], [200, { error: 0, message: 'QR code updated' }]);
    const row = await app.db
      .selectFrom('links.link')
      .select(['url', 'title'])
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { url: 'https://example.org/new', title: 'Poster' });
    const { text } = await asNobody.page(`${path}.svg`);
    assert.match(text, /fill="#145040"/);
    assert.equal(await decodeCode(Buffer.from(text)), link);
    await asAda.api('PUT', `/api/qr/${id}/update`, {
      data: url,
      foreground: 'rgb(0,0,0)',
      name: '',
      size: '200',
    });
    assert.match((await asNobody.page(`${path}.svg`)).text, /width="200"[^]*fill="#000000"/);
    assert.equal(
      (await asAda.api('PUT', `/api/qr/${id}/update`, { type: 'text', data: 'Now a text' })).status,
      200,
    );
    const static_ = await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'Now a text', dynamic: '0' });
    assert.equal(static_.status, 200);
    assert.equal(await scan(asNobody, path), 'Now a text');
  },
);

testHop('a generated name follows the data', async ({ asAda }) => {
  const { id } = await addCode(asAda);
  const name = async () => ((await asAda.api('GET', `/api/qr/${id}`)).body.details as { name: string }).name;
  assert.equal(await name(), 'example.com');
  await asAda.api('PUT', `/api/qr/${id}/update`, { data: 'https://www.example.org' });
  assert.equal(await name(), 'example.org');
});

testHop('deleting a code also deletes its image', async ({ asAda, asNobody }) => {
  const { id, path } = await addCode(asAda);
  const { status, body } = await asAda.api('DELETE', `/api/qr/${id}/delete`);
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  assert.equal((await asAda.api('DELETE', `/api/qr/${id}/delete`)).status, 404);
  assert.equal((await asNobody.page(`${path}.png`)).status, 404);
});

testHop('a logo is fetched, re-encoded, stored and removed', async ({ asAda, asNobody }) => {
  const logo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b03060' } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.url === '/logo.png') return void response.end(logo);
    if (request.url === '/large.png') return void response.end(Buffer.alloc(600 * 1024));
    if (request.url === '/page') return void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const from = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  try {
    const { id, path, link } = await addCode(asAda, { logo: from('/logo.png') });
    const shown = await asNobody.page(`${path}.svg`);
    assert.match(shown.text, /<image [^>]*href="data:image\/png;base64,/);
    assert.equal(await decodeCode(Buffer.from(shown.text)), link);
    await asAda.api('PUT', `/api/qr/${id}/update`, { data: url });
    assert.match((await asNobody.page(`${path}.svg`)).text, /<image /);
    await asAda.api('PUT', `/api/qr/${id}/update`, { data: url, logo: '' });
    assert.doesNotMatch((await asNobody.page(`${path}.svg`)).text, /<image /);
    const refused: [string, RegExp][] = [
      [from('/none.png'), /responded with 404/],
      [from('/large.png'), /500 kB/],
      [from('/page'), /PNG or JPEG/],
      ['http://192.168.0.1/logo.png', /cannot be fetched: .*not on the public internet/],
      ['/etc/passwd', /full URL/],
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
