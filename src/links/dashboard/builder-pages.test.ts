import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { ownedPixels } from '../pixels/pixels.ts';

const url = 'https://example.com/page';
const path = '/dashboard/links/new';

testHop(
  'a link with every option is created by form, summarized, and shown in the edit form',
  async ({ app, ada, asAda }) => {
    const { id: pixel } = await ownedPixels.add(app, ada, {
      provider: 'fbpixel',
      name: 'Visits',
      tag: '123456789012345',
    });
    const fields: [string, string][] = [
      ['url', url],
      ['custom', 'spring'],
      ['metatitle', 'Spring'],
      ['tags', 'Print, spring'],
      ['status', 'private'],
      ['previewtitle', 'A card'],
      ['previewdescription', 'About it'],
      ['metaimage', 'https://example.com/card.png'],
      ['expiry', '2026-12-01T08:30'],
      ['clicklimit', '500'],
      ['expiredurl', 'https://example.com/over'],
      ['password', 'sesame'],
      ['type', 'frame'],
      ['redirectstatus', '307'],
      ['pixel[]', pixel],
      ['geo_location[]', 'Canada'],
      ['geo_region[]', ''],
      ['geo_link[]', 'https://example.ca/'],
      ['geo_location[]', ''],
      ['geo_region[]', ''],
      ['geo_link[]', ''],
      ['device_device[]', 'iphone'],
      ['device_link[]', 'https://example.com/iphone'],
      ['language_language[]', 'fr'],
      ['language_link[]', 'https://example.com/fr'],
      ['apple', 'https://apps.apple.com/app/id1'],
      ['utm_source', 'poster'],
      ['parameter_name[]', 'ref'],
      ['parameter_value[]', '7'],
      ['variant_name[]', 'Blue'],
      ['variant_weight[]', '40'],
      ['variant_link[]', 'https://example.com/blue'],
    ];
    const { status, location } = await asAda.form(path, fields);
    assert.equal(status, 303);
    const { text } = await asAda.page(String(location));
    for (const words of [
      'From Canada: redirect to example.ca/',
      'On iphone',
      'French speakers',
      '40 of 100 visitors get “Blue”',
      'Protected by a password',
      'At most 500 clicks',
      'utm_source=poster&amp;ref=7',
      '>Print<',
    ])
      assert.ok(text.includes(words), words);
    const form = (await asAda.page(`${location}/edit`)).text;
    for (const [name, value] of fields.filter(
      ([name, value]) =>
        value &&
        ![
          'password',
          'type',
          'redirectstatus',
          'status',
          'description',
          'previewdescription',
          'pixel[]',
          'device_device[]',
          'language_language[]',
          'expiry',
        ].includes(name),
    ))
      assert.ok(form.includes(`value="${value}"`), name);
    assert.ok(!form.includes('sesame'));
    // Submitting the form as shown changes nothing. Emptied fields are cleared.
    const existing = fields.filter(([name]) => name !== 'password' && !name.startsWith('variant'));
    assert.equal((await asAda.form(`${location}/edit`, existing)).status, 303);
    const after = (await asAda.page(String(location))).text;
    assert.ok(
      after.includes('Protected by a password') && after.includes('From Canada') && !after.includes('Blue'),
    );
    await asAda.form(`${location}/edit`, [...existing, ['nopassword', 'on']]);
    assert.ok(!(await asAda.page(String(location))).text.includes('Protected by a password'));
  },
);

testHop('errors appear at their field, and entered values are kept', async ({ asAda, asBob }) => {
  await asBob.form(path, { url, custom: 'taken' });
  const rows: [Record<string, string>, string, RegExp][] = [
    [{ url: 'nonsense' }, 'url', /http:\/\//],
    [{ url, custom: 'taken' }, 'custom', /taken/],
    [{ url, clicklimit: '0' }, 'clicklimit', /whole number/],
    [{ url, expiredurl: 'x' }, 'expiredurl', /http:\/\//],
    [{ url, metaimage: 'https://example.com/a.gif' }, 'metaimage', /JPEG or PNG/],
    [{ url, 'geo_location[]': 'Nowhere', 'geo_link[]': url }, 'geotarget', /not a country/],
    [{ url, 'variant_name[]': 'B', 'variant_weight[]': '400', 'variant_link[]': url }, 'variants', /100/],
  ];
  for (const [fields, field, message] of rows) {
    const { status, text } = await asAda.form(path, fields);
    assert.ok(status === 422 || status === 409, `${field} ${status}`);
    assert.match(text, message);
    assert.match(text, new RegExp(`id="field-${field}"`));
    for (const value of Object.values(fields)) assert.ok(text.includes(`value="${value}"`), value);
  }
});

testHop('an expiry is in the time zone beside it', async ({ asAda }) => {
  const save = (fields: Record<string, string>) => asAda.form(path, { url, ...fields });
  for (const [expiry, timezone, expected] of [
    ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01 10:00:00'],
    ['2026-07-01T12:00', 'UTC', '2026-07-01 12:00:00'],
    ['2026-07-01T12:00', '', '2026-07-01 12:00:00'],
  ] as const) {
    const custom = `until-${timezone.length}`;
    assert.equal((await save({ custom, expiry, timezone })).status, 303);
    const listed = (await asAda.api('GET', `/api/urls?q=${custom}`)).body.data as { urls: { id: number }[] };
    const { body } = await asAda.api('GET', `/api/url/${listed.urls[0]?.id}`);
    assert.equal((body.details as { expiry: string }).expiry, expected);
  }
  assert.match((await save({ expiry: '2026-02-30T12:00', timezone: 'Europe/Berlin' })).text, /YYYY-MM-DD/);
  assert.match(
    (await save({ expiry: '2026-07-01T12:00', timezone: 'Mars/Olympus' })).text,
    /Unknown time zone/,
  );
});

testHop('rows are added without scripts, and a preview shows the result', async ({ asAda }) => {
  const more = await asAda.form(path, { act: 'more', url, custom: 'kept' });
  assert.equal(more.status, 422);
  assert.ok(more.text.includes('value="kept"'));
  assert.equal(more.text.match(/name="geo_location\[\]"/g)?.length, 6);
  const preview = await asAda.form('/dashboard/links/preview', {
    url,
    custom: 'free-one',
    previewtitle: 'Card <b>',
  });
  assert.match(
    preview.text,
    /free-one[^]*Available[^]*Card &lt;b&gt;[^]*Everyone: redirect to example.com\/page/,
  );
  assert.match(
    (await asAda.form('/dashboard/links/preview', { custom: 'x' })).text,
    /Not available[^]*at least 3/,
  );
});

testHop('targeting is tested for a hypothetical visitor', async ({ asAda, asBob }) => {
  const { location } = await asAda.form(path, {
    url,
    'geo_location[]': 'Canada',
    'geo_region[]': '',
    'geo_link[]': 'https://example.ca/',
  });
  const page = `${location}/try`;
  assert.match((await asAda.page(page)).text, /Everyone else[^]*Matched/);
  assert.match((await asAda.page(`${page}?country=canada`)).text, /https:\/\/example\.ca\//);
  const refused = await asAda.page(`${page}?country=Nowhere`);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Unknown country/);
  assert.equal((await asAda.page(`${page}?at=never`)).status, 422);
  assert.equal((await asBob.page(page)).status, 404);
});

testHop('what another app or the bookmark shares is the destination of a new link', async ({ asAda }) => {
  const api = (await asAda.page('/dashboard/api')).text;
  assert.match(api, /href="javascript:void open\([^"]+\/dashboard\/links\/new\?url=/);
  const rows: [query: string, url: string][] = [
    ['url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1', 'https://example.com/a?b=1'],
    ['title=A+page&text=See+https%3A%2F%2Fexample.com%2Fa+now', 'https://example.com/a'],
  ];
  for (const [query, shared] of rows)
    assert.ok((await asAda.page(`${path}?${query}`)).text.includes(`value="${shared}"`), query);
  assert.doesNotMatch((await asAda.page(`${path}?text=nothing`)).text, /value="nothing"/);
});
