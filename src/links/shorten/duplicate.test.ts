import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';

type Details = Record<string, unknown>;

testHop('a duplicate has everything but the alias, and what is given', async ({ app, ada, asAda, asBob }) => {
  const campaign = await ownedCampaigns.add(app, ada, { name: 'Spring', slug: '' });
  const channel = await ownedChannels.add(app, ada, { name: 'Mail', description: '', color: '' });
  const details = async (id: unknown) =>
    (await asAda.api('GET', `/api/url/${String(id)}`)).body.details as Details;
  const { body } = await asAda.api('POST', '/api/url/add', {
    url: 'https://example.com/a',
    custom: 'original',
    metatitle: 'Title',
    metadescription: 'Described',
    password: 'open sesame',
    status: 'private',
    tags: ['red', 'blue'],
    channel: Number(channel.id),
    campaign: Number(campaign.id),
    expiry: '2099-01-01 12:00:00',
    redirectstatus: 307,
    geotarget: [{ location: 'Canada', link: 'https://example.ca' }],
    parameters: [{ name: 'ref', value: 'x' }],
    trackconversion: true,
  });
  const original = await details(body.id);
  const copied = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, {});
  assert.equal(copied.status, 200, JSON.stringify(copied.body));
  const copy = await details(copied.body.id);
  const own = { id: 0, shorturl: '' };
  assert.deepEqual({ ...copy, ...own }, { ...original, ...own });
  assert.notEqual(copy.shorturl, original.shorturl);
  assert.equal(copy.password, true);
  const hashes = await app.db.selectFrom('links.link').select('password_hash').execute();
  assert.equal(new Set(hashes.map(({ password_hash: hash }) => hash)).size, 1, 'the same password');
  const changed = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, {
    ...{ custom: 'other', url: 'https://example.com/b', expiry: '', tags: '', channel: '', password: null },
  });
  const other = await details(changed.body.id);
  assert.deepEqual(
    [other.shorturl, other.longurl, other.expiry, other.tags, other.channel, other.password, other.title],
    ['http://hop.test/other', 'https://example.com/b', null, [], null, false, 'Title'],
  );
  const taken = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, { custom: 'other' });
  assert.ok([400, 409, 422].includes(taken.status), String(taken.status));
  assert.equal((await asBob.api('POST', `/api/url/${String(body.id)}/duplicate`, {})).status, 404);
});
