import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { ownedPixels } from '../pixels/pixels.ts';

const url = 'https://example.com/page';

async function detailsOf(hop: Hop, id: unknown) {
  return (await hop.api('GET', `/api/url/${String(id)}`)).body as { details: Record<string, unknown> };
}

testHop('the short address is in both fields, after adding and after updating', async ({ asAda }) => {
  const added = await asAda.api('POST', '/api/url/add', { url, custom: 'both-names' });
  const id = Number(added.body.id);
  const both = { error: 0, id, shorturl: 'http://hop.test/both-names', short: 'http://hop.test/both-names' };
  assert.deepEqual(added.body, both);
  assert.deepEqual((await asAda.api('PUT', `/api/url/${id}/update`, { url })).body, both);
  const batch = await asAda.api('POST', '/api/urls/add', { links: [{ url, custom: 'both-again' }] });
  const [first] = batch.body.results as Record<string, unknown>[];
  assert.deepEqual(
    [first?.short, first?.shorturl],
    ['http://hop.test/both-again', 'http://hop.test/both-again'],
  );
});

testHop('a list returns as many records as a client asks for, up to 1,000', async ({ asAda }) => {
  for (let n = 0; n < 3; n += 1) {
    const links = Array.from({ length: 50 }, (_, i) => ({ url, custom: `many-${n}-${i}` }));
    await asAda.api('POST', '/api/urls/add', { links });
  }
  const rows: [string, number, number][] = [
    ['', 15, 15],
    ['?limit=500', 500, 150],
    ['?limit=1000', 1000, 150],
    ['?limit=100000', 1000, 150],
    ['?limit=120&page=2', 120, 30],
  ];
  for (const [query, perpage, result] of rows) {
    const { data } = (await asAda.api('GET', `/api/urls${query}`)).body as { data: Record<string, unknown> };
    assert.deepEqual(
      [data.perpage, data.result, (data.urls as unknown[]).length],
      [perpage, result, result],
      query,
    );
  }
  for (const path of ['domains', 'overlay', 'splash', 'campaigns', 'channels', 'pixels', 'qr']) {
    const { data } = (await asAda.api('GET', `/api/${path}?limit=500`)).body as { data: { perpage: number } };
    assert.equal(data.perpage, 500, path);
  }
});

testHop(
  'what clients send instead of missing values means that they are missing',
  async ({ app, ada, asAda }) => {
    const pixel = Number(
      (await ownedPixels.add(app, ada, { provider: 'gapixel', name: 'A', tag: 'UA123' })).id,
    );
    const none = { expiry: null, type: 'direct', pixels: [], channel: null, campaign: null };
    const empty = { location: {}, device: {}, language: {}, parameters: [], variants: [], deeplink: null };
    const rows: [object, object][] = [
      [{ pixels: [''] }, none],
      [{ pixels: [null, 'null', 'undefined', false] }, none],
      [{ pixels: 'null' }, none],
      [{ pixels: ['', pixel, ''] }, { pixels: [pixel] }],
      [{ pixels: { 1: pixel } }, { pixels: [pixel] }],
      [{ type: 'null' }, none],
      [
        { type: 'undefined', status: 'null', domain: 'null' },
        { type: 'direct', status: 'public' },
      ],
      [{ channel: 0, campaign: '0' }, none],
      [{ channel: 'null', campaign: 'undefined' }, none],
      [{ expiry: 'null' }, none],
      [{ expiry: '0000-00-00 00:00:00' }, none],
      [{ expiry: 0 }, none],
      [{ geotarget: [{ location: '', link: '' }], devicetarget: [''], languagetarget: 'null' }, empty],
      [
        {
          geotarget: [
            { location: 'Canada', link: '' },
            { location: 'France', link: 'https://a.example/' },
          ],
        },
        { location: { france: 'https://a.example/' } },
      ],
      [
        { geotarget: { 2: { location: 'France', link: 'https://a.example/' } } },
        { location: { france: 'https://a.example/' } },
      ],
      [
        {
          parameters: [
            { name: '', value: '' },
            { name: 'a', value: '' },
          ],
          variants: [null],
        },
        { parameters: [{ name: 'a', value: '' }], variants: [] },
      ],
      [{ deeplink: { auto: 'null', apple: 'null', google: '' } }, empty],
      [
        { metatitle: 'null', metadescription: 'null', metaimage: 'null', description: 'undefined' },
        { metadescription: '', metaimage: '', description: '' },
      ],
      [
        {
          clicklimit: 'null',
          expiredurl: 'null',
          redirectstatus: 'null',
          disabled: 'null',
          passquery: 'null',
        },
        { clicklimit: null, expiredurl: '', redirectstatus: 302, disabled: false, passquery: false },
      ],
    ];
    for (const [body, expected] of rows) {
      const title = JSON.stringify(body);
      const added = await asAda.api('POST', '/api/url/add', { url, ...body });
      assert.equal(added.status, 200, `${title}: ${JSON.stringify(added.body)}`);
      const { details } = await detailsOf(asAda, added.body.id);
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(details[name], value, `${title} ${name}`);
      const changed = await asAda.api('PUT', `/api/url/${String(added.body.id)}/update`, { url, ...body });
      assert.equal(changed.status, 200, `${title}: ${JSON.stringify(changed.body)}`);
    }
    const wrong: [object, string][] = [
      [{ type: 'nonsense' }, 'type'],
      [{ pixels: ['x'] }, 'pixels'],
      [{ geotarget: [{ location: 'Nowhere', link: 'https://a.example/' }] }, 'geotarget'],
      [{ status: 'secret' }, 'status'],
      [{ expiry: 'soon' }, 'expiry'],
      [{ domain: 'not-mine.example' }, 'domain'],
    ];
    for (const [body, field] of wrong) {
      const refused = await asAda.api('POST', '/api/url/add', { url, ...body });
      assert.deepEqual([refused.status >= 400 && refused.status < 500, refused.body.error], [true, 1], field);
      assert.match(String(refused.body.message).toLowerCase(), new RegExp(field));
    }
  },
);

testHop('texts that can be meant stay as they are', async ({ asAda }) => {
  const added = await asAda.api('POST', '/api/url/add', { url, custom: 'null', password: 'null' });
  assert.equal(added.body.shorturl, 'http://hop.test/null');
  assert.equal((await detailsOf(asAda, added.body.id)).details.password, true);
});

testHop('other records take blank values too', async ({ asAda }) => {
  for (const [path, body] of [
    ['/api/qr/add', { type: 'text', data: 'x', logo: 'null', background: 'null', foreground: 'undefined' }],
    ['/api/channel/add', { name: 'Blank', color: 'null', description: 'null', starred: 'null' }],
    ['/api/campaign/add', { name: 'Blank', slug: 'null', public: 'null' }],
  ] as const) {
    const answer = await asAda.api('POST', path, body);
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
  }
});
