// The remaining link API, as used by programs written for the specification: groups of links, overlays and
// codes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addAccessKey, consumeShownKey } from '../../../src/identity/access-keys.ts';
import { addBio } from '../../../src/links/bio/bios.ts';
import { addOverlay } from '../../../src/links/overlays/overlays.ts';
import { addSplashPage } from '../../../src/links/splash/splash-pages.ts';
import { fakeDns } from '../../peers/pretend-dns.ts';
import { password } from '../../world.ts';
import { LinkClient } from './link-client.ts';
import { fieldsOf, has, openClients, rowsOf, time, type Clients } from './link-clients.ts';

const url = 'https://example.com/page';

describe('A client of everything except links', () => {
  let services: Clients['services'];
  let ada: Clients['ada'];
  let key: Clients['key'];
  let client: Clients['client'];
  let keeper: Clients['client'];
  let other: Clients['other'];
  before(async () => {
    ({ services, ada, key, client, other } = await openClients());
  });
  after(() => services.stop());

  it('may send its key in every common way', async () => {
    for (const spelling of [`Bearer ${key}`, `bearer ${key}`, `Token ${key}`, key]) {
      const { status } = await fetch(`${services.hop}/api/account`, {
        headers: { authorization: spelling, 'x-script': 'old', cookie: 'c_user=1; xs=2' },
      });
      assert.equal(status, 200, spelling.replace(key, '…'));
    }
    const stranger = await LinkClient.open(services.hop, 'Bearer made-up');
    assert.equal(await stranger.refused('GET /api/urls', 401), 'Invalid API key');
  });

  it('reads and changes its account', async () => {
    const { data } = await client.get('GET /api/account');
    assert.deepEqual(fieldsOf(data), [
      'id',
      'email',
      'username',
      'avatar',
      'status',
      'expires',
      'registered',
    ]);
    const { id, status, expires, registered } = data as Record<string, unknown>;
    assert.deepEqual([Number.isInteger(id), typeof status], [true, 'string']);
    for (const date of [expires, registered]) assert.match(String(date), time);
    const given = { email: 'ada@new.example', password };
    assert.match(await client.refused('PUT /api/account/update', 403, [], given), /account:write/);
    const keyId = await addAccessKey(services.app, ada.id, { name: 'Account', scopes: ['account:write'] });
    const own = (await consumeShownKey(services.app, ada.id, keyId)) ?? '';
    keeper = await LinkClient.open(services.hop, own);
    assert.deepEqual(fieldsOf(await keeper.get('PUT /api/account/update', [], given)), ['error', 'message']);
  });

  it('adds, lists, changes and deletes a domain', async () => {
    const here = { 'brand.example': ['203.0.114.7'], localhost: ['203.0.114.7'] };
    fakeDns(services.app, { addresses: here, texts: {} });
    const added = await client.get('POST /api/domain/add', [], {
      domain: 'https://brand.example',
      redirectroot: 'https://root.example',
      redirect404: 'https://root.example/404',
    });
    assert.deepEqual(fieldsOf(added), ['error', 'id']);
    await client.get('PUT /api/domain/:id/update', [Number(added.id)], {
      redirectroot: 'https://new.example',
    });
    const { records } = await client.page('GET /api/domains', 'domains', '?limit=2&page=1');
    assert.deepEqual(records, [
      {
        id: added.id,
        domain: 'https://brand.example',
        redirectroot: 'https://new.example',
        redirect404: 'https://root.example/404',
      },
    ]);
    const branded = await client.get('POST /api/url/add', [], {
      url,
      domain: 'brand.example',
      custom: 'offer',
    });
    assert.equal(branded.shorturl, 'https://brand.example/offer');
    await client.get('DELETE /api/url/:id/delete', [Number(branded.id)]);
    await client.get('DELETE /api/domain/:id/delete', [Number(added.id)]);
    await client.refused('DELETE /api/domain/:id/delete', 404, [Number(added.id)]);
  });

  it('lists overlays and splash pages, and adds them to links', async () => {
    const place = { corner: 'bottom-right', dismissible: 'on' } as const;
    const overlay = await addOverlay(services.app, ada, 'message', {
      ...place,
      name: 'Promo',
      title: 'Hello',
    });
    const splash = await addSplashPage(services.app, ada, { name: 'Wait', title: 'Wait a moment' });
    const cta = await client.page('GET /api/overlay', 'cta');
    assert.deepEqual(fieldsOf(cta.records[0]), ['id', 'type', 'name', 'date']);
    const pages = await client.page('GET /api/splash', 'splash');
    assert.deepEqual(fieldsOf(pages.records[0]), ['id', 'name', 'date']);
    for (const type of ['direct', 'frame', 'splash', splash.id, Number(splash.id), `overlay-${overlay.id}`])
      await client.get('POST /api/url/add', [], { url, type });
  });

  it('groups links into campaigns', async () => {
    const body = { name: 'New Campaign', slug: 'new-campaign', public: true };
    const added = await client.get('POST /api/campaign/add', [], body);
    has(added, 'error id domain public rotator list');
    const list = `${services.hop}/u/ada/new-campaign-${Number(added.id)}`;
    const expected = {
      domain: 'New Campaign',
      public: true,
      rotator: `${services.hop}/r/new-campaign`,
      list,
    };
    for (const [field, value] of Object.entries(expected)) assert.equal(added[field], value, field);
    await client.refused('POST /api/campaign/add', 400, [], { ...body, slug: 'another' });
    const hidden = await client.get('POST /api/campaign/add');
    assert.equal(hidden.rotator, false);
    const link = await client.get('POST /api/url/add', [], { url });
    const ids = [Number(added.id), Number(link.id)];
    await client.get('POST /api/campaign/:campaignid/assign/:linkid', ids);
    await other.refused('POST /api/campaign/:campaignid/assign/:linkid', 404, ids);
    const update = { name: 'Twitter Campaign', slug: 'twitter-campaign', public: true };
    const changed = await client.get('PUT /api/campaign/:id/update', [Number(added.id)], update);
    assert.deepEqual(
      [changed.domain, changed.rotator],
      ['Twitter Campaign', `${services.hop}/r/twitter-campaign`],
    );
    assert.match(await client.refused('PUT /api/campaign/:id/update', 400, [Number(added.id)], {}), /name/);
    const { records } = await client.page('GET /api/campaigns', 'campaigns');
    for (const record of records) has(record, 'id name domain public rotator list');
    await client.get('DELETE /api/campaign/:id/delete', [Number(added.id)]);
  });

  it('groups everything into channels', async () => {
    const body = { name: 'New Channel', description: 'my new channel', color: '#000000', starred: true };
    const added = await client.get('POST /api/channel/add', [], body);
    assert.deepEqual(added, { error: 0, id: added.id, ...body });
    await client.refused('POST /api/channel/add', 400, [], body);
    const channel = Number(added.id);
    const link = await client.get('POST /api/url/add', [], { url, channel });
    const bio = await addBio(services.app, ada, { title: 'Ada' });
    const code = await client.get('POST /api/qr/add', [], { type: 'link', data: url });
    const assign = 'POST /api/channel/:channelid/assign/:type/:itemid';
    await client.get(assign, [channel, 'bio', bio.id]);
    await client.get(assign, [channel, 'qr', Number(code.id)]);
    await client.get(assign, [channel, 'links', Number(link.id)]);
    await client.refused(assign, 404, [channel, 'qr', Number(link.id)]);
    await client.refused(assign, 400, [channel, 'rows', Number(link.id)]);
    const { records } = await client.page('GET /api/channel/:id', 'items', '', [channel]);
    assert.deepEqual(records.map(({ type }) => type).sort(), ['bio', 'links', 'qr']);
    for (const record of records) {
      assert.deepEqual(fieldsOf(record), ['type', 'id', 'title', 'preview', 'link', 'date']);
      assert.match(String(record.date), /^\d{4}-\d\d-\d\d$/);
    }
    const change = await client.get('PUT /api/channel/:id/update', [channel], { color: '#FFFFFF' });
    has(change, 'error message id name description color starred');
    const channels = await client.page('GET /api/channels', 'channels');
    assert.deepEqual(channels.records, [{ id: channel, ...body, color: '#FFFFFF' }]);
    await other.refused('GET /api/channel/:id', 404, [channel]);
    await client.get('DELETE /api/channel/:id/delete', [channel]);
    await client.get('GET /api/url/:id', [Number(link.id)]);
  });

  it('stores pixels of every provider', async () => {
    const tags = { gtmpixel: 'GTM-ABCDE', gapixel: 'abc123', fbpixel: '123456', adwordspixel: 'AW-1', linkedinpixel: '1234',
      twitterpixel: '1234567', adrollpixel: 'a1', quorapixel: '0123456789abcdef0123456789abcdef', pinterest: 'p1',
      bing: 'b1', snapchat: 's1', reddit: 'r1', tiktok: 't1' }; // prettier-ignore
    for (const [type, tag] of Object.entries(tags)) {
      const added = await client.get('POST /api/pixel/add', [], { type, name: `My ${type}`, tag });
      assert.deepEqual(fieldsOf(added), ['error', 'id']);
    }
    assert.match(await client.refused('POST /api/pixel/add', 400, [], { type: 'fbpixel', name: 'x' }), /tag/);
    await client.refused('POST /api/pixel/add', 400, [], { type: 'other', name: 'x', tag: '1' });
    const { records } = await client.page('GET /api/pixels', 'pixels');
    assert.equal(records.length, 13);
    assert.deepEqual(fieldsOf(records[0]), ['id', 'type', 'name', 'tag', 'date']);
    const gtm = Number(records.find(({ type }) => type === 'gtmpixel')?.id);
    await client.get('PUT /api/pixel/:id/update', [gtm], { name: 'GTM', tag: 'GA-12345' });
    assert.match(await client.refused('PUT /api/pixel/:id/update', 400, [gtm], { name: 'GTM' }), /tag/);
    await client.get('DELETE /api/pixel/:id/delete', [gtm]);
    await client.refused('PUT /api/pixel/:id/update', 404, [gtm], { tag: 'GTM-A' });
  });

  it('creates QR codes of every type', async () => {
    const data = { text: 'Hello', link: url, phone: '+4930123456', email: { email: 'a@example.org', subject: 'Hi', body: 'There' },
      sms: { phone: '+4930123456', message: 'Hi' }, wifi: { ssid: 'Net', encryption: 'WPA', pass: 'secret 12' },
      vcard: { fname: 'Ada', lname: 'Lovelace', email: 'ada@example.org' } }; // prettier-ignore
    const design = { background: 'rgb(255,255,255)', foreground: 'rgb(0,0,0)', logo: '' };
    for (const [type, says] of Object.entries(data)) {
      const added = await client.get('POST /api/qr/add', [], { type, data: says, ...design });
      assert.deepEqual(fieldsOf(added), ['error', 'id', 'link']);
      assert.match(String(added.link), /\/qr\/[0-9a-z]{5,6}$/);
    }
    for (const body of [{ type: 'odd', data: 'x' }, { type: 'text' }, { type: 'vcard', data: [] }])
      await client.refused('POST /api/qr/add', 400, [], body);
    const { records } = await client.page('GET /api/qr', 'qrs', '?limit=1');
    has(records[0], 'id link scans name date');
    const id = Number(records[0]?.id);
    await client.get('PUT /api/qr/:id/update', [id], { data: { fname: 'Ada' } });
    assert.match(await client.refused('PUT /api/qr/:id/update', 400, [id], {}), /data/);
    const { details, data: figures } = await client.get('GET /api/qr/:id', [id]);
    has(details, 'id link scans name date');
    has(figures, 'clicks uniqueClicks topCountries topReferrers topBrowsers topOs socialCount');
    await other.refused('GET /api/qr/:id', 404, [id]);
    await client.get('DELETE /api/qr/:id/delete', [id]);
    await client.refused('GET /api/qr/:id', 404, [id]);
  });

  it('has covered every row of its specification', () => {
    assert.deepEqual(
      rowsOf(/./).filter(
        (row) => !row.includes('/api/url') && !client.driven.has(row) && !keeper.driven.has(row),
      ),
      [],
    );
  });
});
