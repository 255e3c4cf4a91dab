import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../../test/ask-hop.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isPassword } from '../../../identity/credentials/password.ts';
import { addPixel } from '../../pixels/add-pixel.ts';

const url = 'https://example.com/page';
const link = 'https://example.com/other';

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', { url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

async function change(hop: Hop, id: number, body: object): Promise<void> {
  const answer = await hop.api('PUT', `/api/url/${id}/update`, { url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
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
  const made =
    table === 'overlay'
      ? app.db.insertInto('links.overlay').values({ ...row, kind: 'message' }).returning('id') // prettier-ignore
      : app.db.insertInto('links.splash_page').values(row).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

const passwordOf = async ({ db }: App, id: number) =>
  (
    await db
      .selectFrom('links.link')
      .select('password_hash')
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow()
  ).password_hash;

testHop(
  'the sample of the documentation works whole, with its odd parameter',
  async ({ app, ada, asAda }) => {
    const pixel = await addPixel(app, ada, { type: 'gtmpixel', name: 'GTM', tag: 'GTM-ABCDE' });
    const id = await add(asAda, {
    url: 'https://google.com', status: 'private', custom: 'google', password: 'mypass',
    expiry: '2030-11-11 12:00:00', type: 'splash', metatitle: 'Not Google', metadescription: 'Not Google description',
    metaimage: 'https://example.com/og.png', description: 'For facebook', pixels: [Number(pixel.id)],
    deeplink: { auto: true, apple: 'https://apps.apple.com/app/id1', google: 'https://play.google.com/store/apps/x' },
    geotarget: [{ location: 'Canada', link: 'https://google.ca' }, { location: 'united states', link: 'https://google.us' }],
    devicetarget: [{ device: 'iPhone', link: 'https://google.com/i' }, { device: 'Android', link: 'https://google.com/a' }],
    languagetarget: [{ language: 'en', link: 'https://google.com/en' }, { language: 'fr', link: 'https://google.fr' }],
    parameters: [{ name: 'aff', value: '3' }, { device: 'gtm_source', link: 'api' }],
  }); // prettier-ignore
    const { date, ...details } = await detailsOf(asAda, id);
    assert.equal(date, '2026-03-01 12:00:00');
    assert.deepEqual(details, {
      id,
      shorturl: 'http://hop.test/google',
      longurl: 'https://google.com',
      title: 'Not Google',
      description: 'For facebook',
      expiry: '2030-11-11 12:00:00',
      status: 'private',
      ...{ domain: 'http://hop.test', channel: null, channelname: null, campaign: null, campaignname: null },
      ...{ held: false, reason: '' },
      tags: [], // prettier-ignore
      location: { canada: 'https://google.ca', 'united states': 'https://google.us' },
      device: { iphone: 'https://google.com/i', android: 'https://google.com/a' },
      language: { en: 'https://google.com/en', fr: 'https://google.fr' },
      type: 'splash',
      password: true,
      disabled: false,
      redirectstatus: 302,
      expiredurl: '',
      clicklimit: null,
      passquery: false,
      metatitle: 'Not Google',
      metadescription: 'Not Google description',
      metaimage: 'https://example.com/og.png',
      deeplink: {
        auto: true,
        apple: 'https://apps.apple.com/app/id1',
        google: 'https://play.google.com/store/apps/x',
      },
      parameters: [
        { name: 'aff', value: '3' },
        { name: 'gtm_source', value: 'api' },
      ],
      variants: [],
      pixels: [Number(pixel.id)],
    });
  },
);

testHop('what is left out of a change stays, and a blank takes away', async ({ app, ada, asAda }) => {
  const pixel = await addPixel(app, ada, { type: 'bing', name: 'Bing', tag: '12345678' });
  const said = {
    geotarget: [{ location: 'CA', state: 'Ontario', link }, { location: 'United States, California', link }, { location: 'DEU', link }],
    devicetarget: [{ device: 'macOS', link }],
    languagetarget: [{ language: 'PT-br', link }],
    deeplink: { apple: 'itms-apps://apps.apple.com/app/id1' },
    parameters: [{ name: 'a', value: 1 }],
    variants: [{ link, weight: 30 }, { link, weight: '20', name: 'Blue' }],
    pixels: [pixel.id], clicklimit: 5, expiredurl: link, redirectstatus: '307', disabled: 'true', passquery: 1,
    metatitle: 'T', metadescription: 'D', metaimage: 'https://example.com/a.JPEG?x=1', type: 'frame',
  }; // prettier-ignore
  const id = await add(asAda, said);
  const first = await detailsOf(asAda, id);
  assert.deepEqual(first.location, {
    'canada, ontario': link,
    'united states, california': link,
    germany: link,
  });
  assert.deepEqual(first.device, { 'mac os': link });
  assert.deepEqual(first.language, { pt: link });
  assert.deepEqual(first.variants, [
    { name: 'B', weight: 30, link },
    { name: 'Blue', weight: 20, link },
  ]);
  assert.deepEqual(
    [first.clicklimit, first.expiredurl, first.redirectstatus, first.disabled, first.passquery, first.type],
    [5, link, 307, true, true, 'frame'],
  );
  await change(asAda, id, {});
  assert.deepEqual(await detailsOf(asAda, id), first);
  await change(asAda, id, { languagetarget: [{ language: 'fr', link }] });
  assert.deepEqual(await detailsOf(asAda, id), { ...first, language: { fr: link } });

  const blanks = Object.fromEntries(
    Object.keys(said).map((name) => [name, name === 'disabled' ? false : '']),
  );
  await change(asAda, id, { ...blanks, passquery: false });
  const last = await detailsOf(asAda, id);
  assert.deepEqual(
    { ...last, id: 0, date: '' },
    {
      ...first, id: 0, date: '', title: 'example.com', description: last.description, location: {}, device: {},
      language: {}, type: 'direct', disabled: false, redirectstatus: 302, expiredurl: '', clicklimit: null,
      passquery: false, metatitle: '', metadescription: '', metaimage: '', deeplink: null, parameters: [],
      variants: [], pixels: [],
    },
  ); // prettier-ignore
});

testHop(
  'a password stays when a form sends it blank, and goes when it is said to',
  async ({ app, asAda }) => {
    const id = await add(asAda, { password: 'mypass' });
    const hash = await passwordOf(app, id);
    assert.ok(await isPassword(hash ?? undefined, 'mypass'));
    await change(asAda, id, { password: '' });
    assert.equal(await passwordOf(app, id), hash);
    await change(asAda, id, { password: 'another' });
    assert.ok(await isPassword((await passwordOf(app, id)) ?? undefined, 'another'));
    for (const none of [null, false]) {
      await change(asAda, id, { password: 'x' });
      await change(asAda, id, { password: none });
      assert.equal(await passwordOf(app, id), null);
    }
  },
);

testHop('the pages on the way are one’s own, by their ids', async ({ app, ada, bob, asAda }) => {
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
  // A number alone may be an overlay's too.
  let foreign = await addPage(app, bob, 'splash_page');
  if (foreign === overlay) foreign = await addPage(app, bob, 'splash_page');
  for (const type of [foreign, `overlay-${await addPage(app, bob, 'overlay')}`, 'overlay-0']) {
    const { status, body } = await asAda.api('POST', '/api/url/add', { url, type });
    assert.deepEqual([status, body.error], [400, 1]);
    assert.match(String(body.message), /You have no (splash page|overlay) with the id \d+/);
  }
});

testHop(
  'what makes no sense of how a link is followed is refused at its field',
  async ({ app, bob, asAda }) => {
    const foreign = await addPixel(app, bob, { type: 'bing', name: 'Bing', tag: '12345678' });
    const rows: [object, RegExp][] = [
    [{ geotarget: [{ location: 'Atlantis', link }] }, /no country/],
    [{ geotarget: [{ location: 'Canada' }] }, /geotarget/],
    [{ geotarget: [{ location: 'Canada', link: 'nowhere' }] }, /http:\/\//],
    [{ geotarget: [{ location: 'Canada', link: 'http://10.0.0.1/' }] }, /private network/],
    [{ geotarget: [{ location: 'Canada', link: 'http://hop.test./x' }] }, /this service/],
    [{ geotarget: [{ location: 'Canada', state: '<b>', link }] }, /no state/],
    [{ geotarget: 'Canada' }, /geotarget/],
    [{ devicetarget: [{ device: 'Toaster', link }] }, /no device/],
    [{ devicetarget: [{ device: 'iPhone', link: 'javascript:alert(1)' }] }, /not allowed/],
    [{ devicetarget: [{ device: 'iPhone', link: 'data:text/html,x' }] }, /not allowed/],
    [{ devicetarget: [{ device: 'iPhone', link: 'market://x y' }] }, /spaces/],
    [{ languagetarget: [{ language: 'english', link }] }, /language code/],
    [{ languagetarget: [{ language: 'qx', link }] }, /language code/],
    [{ geotarget: [{ location: 'Canada', link }, { location: 'ca', link }] }, /geotarget has two entries for “canada”/i],
    [{ geotarget: [{ location: 'Canada', state: 'Ontario', link }, { location: 'Canada, ontario', link }] }, /geotarget has two/],
    [{ devicetarget: [{ device: 'iPhone', link }, { device: 'iphone', link }] }, /devicetarget has two entries for “iphone”/],
    [{ languagetarget: [{ language: 'en', link }, { language: 'en-GB', link }] }, /languagetarget has two entries for “en”/],
    [{ url: 'javascript:alert(1)' }, /url: .*http:\/\/.*“javascript:” is not allowed/],
    [{ url: 'data:text/html,x' }, /not allowed/],
    [{ url: 'file:///etc/passwd' }, /not allowed/],
    [{ url: 'nobody-knows:x' }, /not allowed/],
    [{ deeplink: { apple: 'file:///etc/passwd' } }, /not allowed/],
    [{ deeplink: 'x' }, /deeplink/],
    [{ parameters: [{ name: ' ', value: 'x' }] }, /1 to 100/],
    [{ parameters: [{ name: 'x' }] }, /parameters/],
    [{ variants: [{ link, weight: 60 }, { link, weight: 60 }] }, /more than 100/],
    [{ variants: [{ link, weight: 0 }] }, /from 1/],
    [{ variants: Array.from({ length: 11 }, () => ({ link, weight: 1 })) }, /at most 10/],
    [{ pixels: [Number(foreign.id)] }, /no pixel/],
    [{ pixels: ['9'.repeat(40)] }, /no pixel/],
    [{ pixels: [0] }, /no pixel/],
    [{ type: 'popup' }, /The type is direct/],
    [{ clicklimit: 0 }, /click limit/],
    [{ clicklimit: -1 }, /click limit/],
    [{ clicklimit: 'many' }, /clicklimit/],
    [{ redirectstatus: 303 }, /status is one of/],
    [{ expiredurl: 'javascript:alert(1)' }, /http:\/\//],
    [{ metaimage: 'https://example.com/a.gif' }, /jpg or png/],
    [{ metaimage: '/a.png' }, /http:\/\//],
    [{ metatitle: 'x'.repeat(256) }, /255/],
    [{ password: 'x'.repeat(129) }, /128/],
    [{ url: 'http://hop.test./abc' }, /this service/],
  ]; // prettier-ignore
    for (const [body, message] of rows) {
      const answer = await asAda.api('POST', '/api/url/add', { url, ...body });
      assert.equal(answer.status, 400, `${JSON.stringify(body)} ${JSON.stringify(answer.body)}`);
      assert.match(String(answer.body.message), message, JSON.stringify(body));
    }
  },
);
