import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../../test/ask-hop.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { ownedPixels } from '../../pixels/pixels.ts';

const url = 'https://example.com/page';

const link = 'https://example.com/other';

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', { url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

const detailsOf = async (hop: Hop, id: number) =>
  (await hop.api('GET', `/api/url/${id}`)).body.details as Record<string, unknown>;

async function addPage(
  app: App,
  { id }: Pick<Viewer, 'id'>,
  table: 'splash_page' | 'overlay',
): Promise<string> {
  const at = app.clock.now();
  const row = { account_id: id, name: 'Mine', created_at: at, updated_at: at };
  const created =
    table === 'overlay'
      ? app.db
          .insertInto('links.overlay')
          .values({ ...row, kind: 'message' })
          .returning('id')
      : app.db.insertInto('links.splash_page').values(row).returning('id');
  return (await created.executeTakeFirstOrThrow()).id;
}

testHop(
  'splash pages and overlays are selected by id and must belong to the account',
  async ({ app, ada, bob, asAda }) => {
    const [splash, overlay] = [await addPage(app, ada, 'splash_page'), await addPage(app, ada, 'overlay')];
    const rows = [
      [splash, splash],
      [Number(splash), splash],
      [`overlay-${overlay}`, `overlay-${overlay}`],
      ['frame', 'frame'],
      ['DIRECT', 'direct'],
    ];
    for (const [type, expected] of rows)
      assert.equal((await detailsOf(asAda, await add(asAda, { type }))).type, expected);
    // A bare id may match an overlay of ada's.
    let foreign = await addPage(app, bob, 'splash_page');
    if (foreign === overlay) foreign = await addPage(app, bob, 'splash_page');
    for (const type of [foreign, `overlay-${await addPage(app, bob, 'overlay')}`, 'overlay-0']) {
      const { status, body } = await asAda.api('POST', '/api/url/add', { url, type });
      assert.deepEqual([status, body.error], [400, 1]);
      assert.match(String(body.message), /You have no (splash page|overlay) with the ID \d+/);
    }
  },
);

testHop('invalid delivery options are rejected at their field', async ({ app, bob, asAda }) => {
  const foreign = await ownedPixels.add(app, bob, { provider: 'bing', name: 'Bing', tag: '12345678' });
  const rows: [object, RegExp][] = [
    [{ geotarget: [{ location: 'Atlantis', link }] }, /not a country/],
    [{ geotarget: [{ location: 'Canada' }] }, /geotarget/],
    [{ geotarget: [{ location: 'Canada', link: 'nowhere' }] }, /http:\/\//],
    [{ geotarget: [{ location: 'Canada', link: 'http://10.0.0.1/' }] }, /private network/],
    [{ geotarget: [{ location: 'Canada', link: 'http://hop.test./x' }] }, /this service/],
    [{ geotarget: [{ location: 'Canada', state: '<b>', link }] }, /” is not a state or region/],
    [{ geotarget: 'Canada' }, /geotarget/],
    [{ devicetarget: [{ device: 'Toaster', link }] }, /not a device/],
    [{ devicetarget: [{ device: 'iPhone', link: 'javascript:alert(1)' }] }, /not allowed/],
    [{ devicetarget: [{ device: 'iPhone', link: 'data:text/html,x' }] }, /not allowed/],
    [{ devicetarget: [{ device: 'iPhone', link: 'market://x y' }] }, /spaces/],
    ...['english', 'qx', 'deu', 'en-ZZ', 'en-US-x-a'].map((language): [object, RegExp] => [
      { languagetarget: [{ language, link }] },
      /is not a language tag/,
    ]),
    [
      {
        geotarget: [
          { location: 'Canada', link },
          { location: 'ca', link },
        ],
      },
      /geotarget has two entries for “canada”/i,
    ],
    [
      {
        geotarget: [
          { location: 'Canada', state: 'Ontario', link },
          { location: 'Canada, ontario', link },
        ],
      },
      /geotarget has two/,
    ],
    [
      {
        devicetarget: [
          { device: 'iPhone', link },
          { device: 'iphone', link },
        ],
      },
      /devicetarget has two entries for “iphone”/,
    ],
    [
      {
        languagetarget: [
          { language: 'en', link },
          { language: 'EN', link },
        ],
      },
      /languagetarget has two entries for “en”/,
    ],
    [{ url: 'javascript:alert(1)' }, /URL .*http:\/\/.*“javascript:” is not allowed/],
    [{ url: 'data:text/html,x' }, /not allowed/],
    [{ url: 'file:///etc/passwd' }, /not allowed/],
    [{ url: 'nobody-knows:x' }, /not allowed/],
    [{ deeplink: { apple: 'file:///etc/passwd' } }, /not allowed/],
    [{ deeplink: 'x' }, /deeplink/],
    [{ parameters: [{ name: ' ', value: 'x' }] }, /1 to 100/],
    [{ parameters: [{ name: 'x' }] }, /parameters/],
    [
      {
        variants: [
          { link, weight: 60 },
          { link, weight: 60 },
        ],
      },
      /must not exceed 100/,
    ],
    [{ variants: [{ link, weight: 0 }] }, /from 1/],
    [{ variants: Array.from({ length: 11 }, () => ({ link, weight: 1 })) }, /at most 10/],
    [{ pixels: [Number(foreign.id)] }, /no pixel/],
    [{ pixels: ['9'.repeat(40)] }, /no pixel/],
    [{ pixels: [0] }, /no pixel/],
    [{ type: 'popup' }, /The type must be direct/],
    [{ clicklimit: 0 }, /click limit/],
    [{ clicklimit: -1 }, /click limit/],
    [{ clicklimit: 'many' }, /clicklimit/],
    [{ redirectstatus: 303 }, /status must be one of/],
    [{ expiredurl: 'javascript:alert(1)' }, /http:\/\//],
    [{ metaimage: 'https://example.com/a.gif' }, /JPEG or PNG/],
    [{ metaimage: '/a.png' }, /http:\/\//],
    [{ metatitle: 'x'.repeat(256) }, /255/],
    [{ password: 'x'.repeat(129) }, /128/],
    [{ url: 'http://hop.test./abc' }, /this service/],
  ];
  for (const [body, message] of rows) {
    const answer = await asAda.api('POST', '/api/url/add', { url, ...body });
    assert.equal(answer.status, 400, `${JSON.stringify(body)} ${JSON.stringify(answer.body)}`);
    assert.match(String(answer.body.message), message, JSON.stringify(body));
  }
});
