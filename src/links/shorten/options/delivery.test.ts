import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../../test/ask-hop.ts';
import { isPassword } from '../../../identity/credentials/password.ts';
import type { App } from '../../../platform/app.ts';
import { ownedPixels } from '../../pixels/pixels.ts';

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

const passwordOf = async ({ db }: App, id: number) =>
  (
    await db
      .selectFrom('links.link')
      .select('password_hash')
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow()
  ).password_hash;

testHop(
  'the complete sample of the documentation works, including its misspelled parameter',
  async ({ app, ada, asAda }) => {
    const pixel = await ownedPixels.add(app, ada, { provider: 'gtmpixel', name: 'GTM', tag: 'GTM-ABCDE' });
    const id = await add(asAda, {
      url: 'https://google.com',
      status: 'private',
      custom: 'google',
      password: 'mypass',
      expiry: '2030-11-11 12:00:00',
      type: 'splash',
      metatitle: 'Not Google',
      metadescription: 'Not Google description',
      metaimage: 'https://example.com/og.png',
      description: 'For facebook',
      pixels: [Number(pixel.id)],
      deeplink: {
        auto: true,
        apple: 'https://apps.apple.com/app/id1',
        google: 'https://play.google.com/store/apps/x',
      },
      geotarget: [
        { location: 'Canada', link: 'https://google.ca' },
        { location: 'united states', link: 'https://google.us' },
      ],
      devicetarget: [
        { device: 'iPhone', link: 'https://google.com/i' },
        { device: 'Android', link: 'https://google.com/a' },
      ],
      languagetarget: [
        { language: 'en', link: 'https://google.com/en' },
        { language: 'fr', link: 'https://google.fr' },
      ],
      parameters: [
        { name: 'aff', value: '3' },
        { device: 'gtm_source', link: 'api' },
      ],
    });
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
      hidereferrer: false,
      external_id: null,
      trackconversion: false,
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

testHop('omitted fields stay, and blank ones are cleared', async ({ app, ada, asAda }) => {
  const pixel = await ownedPixels.add(app, ada, { provider: 'bing', name: 'Bing', tag: '12345678' });
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
  assert.deepEqual(first.language, { 'pt-BR': link });
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
      ...first,
      id: 0,
      date: '',
      title: 'example.com',
      description: last.description,
      location: {},
      device: {},
      language: {},
      type: 'direct',
      disabled: false,
      redirectstatus: 302,
      expiredurl: '',
      clicklimit: null,
      passquery: false,
      hidereferrer: false,
      external_id: null,
      trackconversion: false,
      metatitle: '',
      metadescription: '',
      metaimage: '',
      deeplink: null,
      parameters: [],
      variants: [],
      pixels: [],
    },
  );
});

testHop('a blank password field keeps the password, and a checkbox removes it', async ({ app, asAda }) => {
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
});

testHop('a password of a link is one in every Unicode form', async ({ app, asAda }) => {
  const id = await add(asAda, { password: 'mật khẩu'.normalize('NFD') });
  const hash = (await passwordOf(app, id)) ?? undefined;
  for (const form of ['NFC', 'NFD', 'NFKC'] as const)
    assert.ok(await isPassword(hash, 'mật khẩu'.normalize(form)), form);
  assert.ok(!(await isPassword(hash, 'mat khau')));
});
