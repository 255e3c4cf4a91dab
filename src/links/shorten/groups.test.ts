import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function detailsOf(hop: Hop, id: unknown): Promise<Record<string, unknown>> {
  return (await hop.api('GET', `/api/url/${String(id)}`)).body.details as Record<string, unknown>;
}

testHop('a link sets its channel and campaign, and a blank value removes it', async ({ asAda }) => {
  const channel = Number((await asAda.api('POST', '/api/channel/add', { name: 'News' })).body.id);
  const campaign = Number((await asAda.api('POST', '/api/campaign/add', { name: 'Spring' })).body.id);
  const groupsOf = async (id: unknown) => {
    const { channel, channelname, campaign, campaignname } = await detailsOf(asAda, id);
    return [channel, channelname, campaign, campaignname];
  };
  const inBoth = [channel, 'News', campaign, 'Spring'];
  const { id } = (await asAda.api('POST', '/api/url/add', { url, channel, campaign })).body;
  const path = `/api/url/${String(id)}/update`;
  for (const blank of ['', null, false]) {
    await asAda.api('PUT', path, { url, channel, campaign: String(campaign) });
    assert.deepEqual(await groupsOf(id), inBoth);
    await asAda.api('PUT', path, { url });
    assert.deepEqual(await groupsOf(id), inBoth, 'omitted fields do not change');
    await asAda.api('PUT', path, { url, channel: blank });
    assert.deepEqual(await groupsOf(id), [null, null, campaign, 'Spring']);
    assert.equal((await asAda.api('PUT', path, { url, campaign: blank })).status, 200);
    assert.deepEqual(await groupsOf(id), [null, null, null, null]);
  }
});

testHop(
  'a held link returns the reason when it is created, updated and retrieved',
  async ({ app, asAda }) => {
    const to = 'https://rnicrosoft.com/';
    const added = await asAda.api('POST', '/api/url/add', { url: to });
    assert.equal(added.body.held, true, JSON.stringify(added.body));
    assert.ok(String(added.body.reason).length > 0);
    const { held, reason } = await detailsOf(asAda, added.body.id);
    assert.deepEqual([held, reason], [true, added.body.reason]);
    const changed = await asAda.api('PUT', `/api/url/${String(added.body.id)}/update`, { url: to });
    assert.deepEqual([changed.body.held, changed.body.reason], [true, reason]);
    await app.db.updateTable('links.link').set({ held_at: null, held_for: null }).execute();
    assert.deepEqual([(await detailsOf(asAda, added.body.id)).held], [false]);
  },
);

testHop('a link on a branded domain returns the domain', async ({ app, ada, asAda }) => {
  const domain = { account_id: ada.id, host: 'brand.to', scheme: 'https', created_at: app.clock.now() };
  await app.db.insertInto('links.domain').values(domain).execute();
  const { id } = (await asAda.api('POST', '/api/url/add', { url, domain: 'brand.to' })).body;
  assert.equal((await detailsOf(asAda, id)).domain, 'https://brand.to');
});

testHop(
  'campaigns, pixels, domains and overlays can be retrieved by id',
  async ({ app, ada, asAda, asBob }) => {
    const domain = { account_id: ada.id, host: 'brand.to', scheme: 'https', created_at: app.clock.now() };
    await app.db.insertInto('links.domain').values(domain).execute();
    await asAda.api('POST', '/api/campaign/add', { name: 'Spring', slug: 'spring', public: true });
    await asAda.api('POST', '/api/pixel/add', { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' });
    await asAda.api('POST', '/api/overlay/add', { type: 'message', name: 'Promo' });
    const lists = [
    ['campaign', 'campaigns', 'campaigns'], ['pixel', 'pixels', 'pixels'],
    ['domain', 'domains', 'domains'], ['overlay', 'overlay', 'cta'],
  ] as const; // prettier-ignore
    for (const [one, list, key] of lists) {
      const { data } = (await asAda.api('GET', `/api/${list}`)).body as {
        data: Record<string, { id: number }[]>;
      };
      const [record] = data[key] ?? [];
      assert.ok(record, one);
      const { status, body } = await asAda.api('GET', `/api/${one}/${record.id}`);
      assert.deepEqual({ status, body }, { status: 200, body: { error: 0, ...record, data: record } });
      assert.equal((await asBob.api('GET', `/api/${one}/${record.id}`)).status, 404, one);
      assert.equal((await asAda.api('GET', `/api/${one}/${record.id + 1}`)).status, 404, one);
    }
  },
);
