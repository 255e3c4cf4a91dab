import type { Updateable } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
import { assignLink, ownedCampaigns } from '../campaigns/campaigns.ts';
import { assignItem, ownedChannels } from '../channels/channels.ts';
import { setTags } from '../tags/tags.ts';
import { addLink } from '../shorten/add-links.ts';
import { type LinkFilter, ownDomain } from './filter.ts';
import { findByShort } from './link.ts';
import { linkOrders, listAndCountAllLinks, listAndCountLinks } from './list-links.ts';

const target = 'https://example.com/page';

/** Ada's links one, two and three with 5, 0 and 9 clicks, and a link of bob's. */
async function createLinks(app: TestApp) {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  for (const [alias, clicks] of [
    ['one', 5],
    ['two', 0],
    ['three', 9],
  ] as const) {
    const { id } = await addLink(app, ada, { url: `${target}/${alias}`, alias, title: `Title ${alias}` });
    if (clicks === 0) continue;
    const total = { link_id: id, clicks, uniques: 1, last_click_at: app.clock.now() };
    await app.db.insertInto('links.link_total').values(total).execute();
  }
  await addLink(app, bob, { url: target, alias: 'bobs' });
  return { ada, bob };
}

test('lists only one’s own links, in each order and with pagination', async (app) => {
  const { ada } = await createLinks(app);
  const rows = [
    [{}, 'three 9, two 0, one 5'],
    [{ ascending: true }, 'one 5, two 0, three 9'],
    [{ order: 'click' }, 'three 9, one 5, two 0'],
    [{ order: 'click', ascending: true }, 'two 0, one 5, three 9'],
    [{ order: 'click', perPage: 1, page: 2 }, 'one 5'],
    [{ order: 'click', perPage: 1, page: 3 }, 'two 0'],
    [{ order: 'click', perPage: 2, page: 2 }, 'two 0'],
    [{ order: 'click', perPage: 2, page: 3 }, ''],
    [{ order: 'last', perPage: 2, page: 2 }, 'two 0'],
    [{ order: 'alias', ascending: true }, 'one 5, three 9, two 0'],
    [{ order: 'alias' }, 'two 0, three 9, one 5'],
    [{ perPage: 2 }, 'three 9, two 0'],
    [{ perPage: 2, page: 2 }, 'one 5'],
    [{ page: 9 }, ''],
  ] as const;
  for (const [options, expected] of rows) {
    const { links } = await listAndCountLinks(app, ada, { order: 'date', page: 1, perPage: 15, ...options });
    assert.equal(
      links.map(({ alias, clicks }) => `${alias} ${clicks}`).join(', '),
      expected,
      JSON.stringify(options),
    );
  }
});

test('filters a list by all properties of links and counts it', async (app) => {
  const { ada, bob } = await createLinks(app);
  const [one = '', two = '', three = ''] = await idsOf(app, ada);
  const { id: channelId } = await ownedChannels.add(app, ada, { name: 'News' });
  const { id: bobs } = await ownedChannels.add(app, bob, { name: 'News' });
  const { id: campaignId } = await ownedCampaigns.add(app, ada, { name: 'Spring' });
  await assignItem(app, ada, channelId, { type: 'links', id: one });
  await assignLink(app, ada, campaignId, two);
  await setTags(app, ada, three, ['Print', 'spring']);
  const set = (id: string, values: Partial<Updateable<LinksLink>>) =>
    app.db.updateTable('links.link').set(values).where('id', '=', id).execute();
  await set(one, { disabled_at: app.clock.now() });
  await set(three, { click_limit: 9, password_hash: 'x' });
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const rows: [LinkFilter, string][] = [
    [{}, 'three, two, one'],
    [{ search: 'TITLE T' }, 'three, two'],
    [{ search: 'page/one' }, 'one'],
    [{ search: '%' }, ''],
    [{ search: '_' }, ''],
    [{ search: '\\' }, ''],
    [{ tag: 'PRINT' }, 'three'],
    [{ tag: 'nothing' }, ''],
    [{ channelId }, 'one'],
    [{ channelId: bobs }, ''],
    [{ campaignId }, 'two'],
    [{ domain: ownDomain }, 'three, two, one'],
    [{ domain: 'go.example' }, ''],
    [{ status: 'live' }, 'two'],
    [{ status: 'expired' }, 'three'],
    [{ status: 'disabled' }, 'one'],
    [{ status: 'password' }, 'three'],
    [{ status: 'private' }, ''],
    [{ isClicked: true }, 'three, one'],
    [{ isClicked: false }, 'two'],
    [{ from: day('2026-03-01') }, 'three, two, one'],
    [{ from: day('2026-03-02') }, ''],
    [{ before: day('2026-03-01') }, ''],
    [{ before: day('2026-03-02'), tag: 'spring', isClicked: true }, 'three'],
  ];
  for (const [filter, text] of rows) {
    const expected = text.split(', ').filter(Boolean);
    for (const order of linkOrders) {
      const { links } = await listAndCountLinks(app, ada, { filter, order, page: 1, perPage: 15 });
      const aliases = links.map(({ alias }) => alias);
      if (order === 'date') assert.deepEqual(aliases, expected, JSON.stringify(filter));
      assert.deepEqual(aliases.sort(), [...expected].sort(), `${order} ${JSON.stringify(filter)}`);
    }
    const { count } = await listAndCountLinks(app, ada, { filter, order: 'date', page: 1, perPage: 1 });
    assert.deepEqual(count, { total: expected.length, isMore: false });
    const all = await listAndCountAllLinks(app, ada, { filter, order: 'date', page: 1, perPage: 1 });
    assert.equal(all.total, expected.length);
  }
});

async function idsOf(app: TestApp, viewer: { id: string }): Promise<string[]> {
  const { links } = await listAndCountLinks(app, viewer, {
    order: 'date',
    ascending: true,
    page: 1,
    perPage: 15,
  });
  return links.map(({ id }) => id);
}

test('only the owner finds a link by its short URL', async (app) => {
  const { ada, bob } = await createLinks(app);
  for (const short of ['http://hop.test/one', 'https://hop.test/one', 'hop.test/one', 'one'])
    assert.equal((await findByShort(app, ada, short))?.alias, 'one', short);
  for (const short of [
    'hop.test/One',
    'other.test/one',
    'hop.test/',
    '',
    'hop.test/o/ne',
    '%',
    'a\0b',
    'x'.repeat(5000),
  ])
    assert.equal(await findByShort(app, ada, short), undefined, short.slice(0, 20));
  assert.equal(await findByShort(app, bob, 'hop.test/one'), undefined);
});
