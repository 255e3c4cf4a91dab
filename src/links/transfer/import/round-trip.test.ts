import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { linksOf, readImport, runImport } from '../../../../test/links.ts';
import { addPerson } from '../../../../test/world.ts';
import { assignLink, ownedCampaigns } from '../../campaigns/campaigns.ts';
import { assignItem, ownedChannels } from '../../channels/channels.ts';
import { ownedPixels } from '../../pixels/pixels.ts';
import { setTags } from '../../tags/tags.ts';
import { addLink } from '../../shorten/add-links.ts';
import { exportCsv, exportEverything, type FullLink } from '../export.ts';

const url = 'https://example.com/page';

async function textOf(stream: unknown): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<string | Buffer>) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

test('an export can be imported by another account, as CSV and as JSON', async (app) => {
  const ada = await addPerson(app, 'ada');
  const full = await addLink(app, ada, {
    url,
    alias: 'full',
    title: '=Sum, "quoted"',
    description: 'two\nlines',
    visibility: 'private',
    expiry: '2027-01-02 03:04:05',
    type: 'frame',
    status: 307,
    expiredUrl: 'https://example.com/over',
    previewTitle: 'A card',
    previewImage: 'https://example.com/a.png',
    passesQuery: true,
    places: [{ location: 'Canada', state: 'Ontario', link: 'https://example.ca/' }],
    devices: [{ device: 'iphone', link: url }],
    languages: [{ language: 'fr', link: url }],
    stores: { apple: 'https://apps.apple.com/app/id1', auto: true },
    parameters: [{ name: 'ref', value: '=7' }],
    variants: [{ name: 'Blue', weight: 40, link: url }],
  });
  await addLink(app, ada, { url: `${url}/2`, alias: 'über', title: 'Plain' });
  await setTags(app, ada, full.id, ['Print', 'spring']);
  const { id: channel } = await ownedChannels.add(app, ada, { name: 'News & more' });
  await assignItem(app, ada, channel, { type: 'links', id: full.id });
  const { id: campaign } = await ownedCampaigns.add(app, ada, { name: 'Spring' });
  await assignLink(app, ada, campaign, full.id);
  await app.db
    .updateTable('links.link')
    .set({ click_limit: 500, disabled_at: app.clock.now(), created_at: new Date('2025-01-01T00:00:00Z') })
    .where('id', '=', full.id)
    .execute();
  const before = await linksOf(app, ada);
  const csvFile = await textOf((await exportCsv(app, ada)).body);
  const jsonFile = await textOf((await exportEverything(app, ada)).body);
  for (const [name, file] of [
    ['csv', csvFile],
    ['json', jsonFile],
  ] as const) {
    // Releases the aliases.
    await app.db.updateTable('links.link').set({ deleted_at: app.clock.now() }).execute();
    await app.db.deleteFrom('links.reserved_alias').execute();
    const bob = await addPerson(app, `bob${name}`);
    const found = await readImport(app, bob, file, `links.${name}`);
    assert.equal(found.format, 'hop');
    const done = await runImport(app, bob, found);
    assert.deepEqual([done.created, done.refused], [2, 0]);
    const comparable = (link: FullLink) => ({
      ...link,
      id: '',
    });
    assert.deepEqual((await linksOf(app, bob)).map(comparable), before.map(comparable), name);
  }
});

test('the full export includes what links refer to', async (app) => {
  const ada = await addPerson(app, 'ada');
  await ownedChannels.add(app, ada, { name: 'News', color: '#0a7d55' });
  const all = JSON.parse((await textOf((await exportEverything(app, ada)).body)).toString()) as Record<
    string,
    unknown
  >;
  assert.deepEqual(Object.keys(all), [
    'format',
    'version',
    'exported_at',
    'domains',
    'channels',
    'campaigns',
    'tags',
    'pixels',
    'utm_templates',
    'links',
  ]);
  assert.deepEqual(all.channels, [{ name: 'News', description: '', color: '#0a7d55', starred: false }]);
  assert.deepEqual(all.links, []);
});

test('pixels are imported if the owner has the same ones', async (app) => {
  const ada = await addPerson(app, 'ada');
  const bing = { provider: 'bing', name: 'Bing', tag: 'b1' };
  const pixels = [
    await ownedPixels.add(app, ada, bing),
    await ownedPixels.add(app, ada, { provider: 'tiktok', name: 'TikTok', tag: 't1' }),
  ];
  await addLink(app, ada, { url, alias: 'fired', pixelIds: pixels.map(({ id }) => id) });
  const file = await textOf((await exportCsv(app, ada)).body);
  await app.db.updateTable('links.link').set({ deleted_at: app.clock.now() }).execute();
  await app.db.deleteFrom('links.reserved_alias').execute();
  const bob = await addPerson(app, 'bob');
  const { id } = await ownedPixels.add(app, bob, bing);
  const done = await runImport(app, bob, await readImport(app, bob, file));
  assert.deepEqual([done.created, done.refused], [1, 0]);
  const fired = await app.db
    .selectFrom('links.link_pixel')
    .innerJoin('links.link', 'links.link.id', 'link_id')
    .select('pixel_id')
    .where('account_id', '=', bob.id)
    .execute();
  assert.deepEqual(fired, [{ pixel_id: id }]);
});

test('an edited export is validated like any other file', async (app) => {
  const ada = await addPerson(app, 'ada');
  const head = 'short_url,alias,url,has_password,switched_off,type,rules';
  const rows = [
    `x,one,${url},,,,nonsense`,
    `x,two,${url},,,,"{""places"":7}"`,
    `x,three,${url},,,,"{""places"":[{""country"":""CA"",""to"":""javascript:alert(1)""}]}"`,
    `x,four,${url},,,,"{""devices"":[null]}"`,
    `x,five,${url},yes,,,`,
    `x,six,${url},,,777,`,
  ];
  const done = await runImport(app, ada, await readImport(app, ada, Buffer.from([head, ...rows].join('\n'))));
  assert.deepEqual([done.format, done.created, done.refused], ['hop', 0, 6]);
});
