import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { addLink } from '../shorten/add-links.ts';

const url = 'https://example.com/page';
const path = '/dashboard/bulk';

async function createLinks(app: App, viewer: Viewer, aliases: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const alias of aliases) ids.push((await addLink(app, viewer, { url, alias, title: alias })).id);
  return ids;
}

/** Returns the aliases in the list at this address, in order. */
async function listed(hop: Hop, query = ''): Promise<string[]> {
  const { status, text } = await hop.page(`/dashboard${query}`);
  assert.equal(status, 200);
  return [...text.matchAll(/hop\.test\/([\w-]+)<\/a/g)].map(([, alias = '']) => alias);
}

testHop('selected links are tagged, moved and found by their tag', async ({ app, ada, asAda }) => {
  const [one = '', two = ''] = await createLinks(app, ada, ['one', 'two', 'three']);
  const { id: channel } = await ownedChannels.add(app, ada, { name: 'News' });
  const { id: campaign } = await ownedCampaigns.add(app, ada, { name: 'Spring' });
  const ticked: [string, string][] = [one, two].map((id) => ['id[]', id]);
  const act = (fields: Record<string, string>) => asAda.form(path, [...ticked, ...Object.entries(fields)]);
  assert.equal(
    (await act({ act: 'tag', tag: 'Print', list: 'sort=alias' })).location,
    '/dashboard?sort=alias',
  );
  await act({ act: 'channel', channel });
  await act({ act: 'campaign', campaign });
  for (const query of ['?tag=print', `?channel=${channel}`, `?campaign=${campaign}`])
    assert.deepEqual(await listed(asAda, query), ['two', 'one'], query);
  assert.match((await asAda.page('/dashboard?tag=print')).text, /class="chip"[^]*Tag print/);
  await asAda.form(path, { act: 'untag', tag: 'PRINT', 'id[]': one });
  assert.deepEqual(await listed(asAda, '?tag=print'), ['two']);
});

testHop('disables, enables and sets the expiry of many links at once', async ({ app, ada, asAda }) => {
  const [one = ''] = await createLinks(app, ada, ['one', 'two']);
  await asAda.form(path, { act: 'off', 'id[]': one });
  assert.deepEqual(await listed(asAda, '?status=disabled'), ['one']);
  await asAda.form(path, { act: 'on', all: 'on', list: '' });
  assert.deepEqual(await listed(asAda, '?status=live&sort=alias'), ['one', 'two']);
  await asAda.form(path, { act: 'expiry', expiry: '2026-03-01T12:30', all: 'on', list: 'q=two' });
  app.clock.set(new Date('2026-03-01T13:00:00Z'));
  assert.deepEqual(await listed(asAda, '?status=expired'), ['two']);
  await asAda.form(path, { act: 'expiry', expiry: '', all: 'on', list: '' });
  assert.deepEqual(await listed(asAda, '?status=expired'), []);
});

testHop(
  'many links are deleted at once, and one undo restores them all',
  async ({ app, ada, bob, asAda, asBob }) => {
    const ids = await createLinks(app, ada, ['one', 'red-two', 'red-three']);
    const { location } = await asAda.form(path, { act: 'delete', all: 'on', list: 'q=red&page=2' });
    assert.match(String(location), /^\/dashboard\?q=red&gone=\d+$/);
    assert.deepEqual(await listed(asAda), ['one']);
    const { text } = await asAda.page(String(location));
    const at = /name="at" value="(\d+)"/.exec(text)?.[1] ?? '';
    await asBob.form(`${path}/restore`, { at });
    assert.deepEqual(await listed(asAda), ['one']);
    // Another account takes one of the aliases. The other links are still restored.
    await app.db.deleteFrom('links.reserved_alias').execute();
    await addLink(app, bob, { url, alias: 'red-two' });
    assert.equal((await asAda.form(`${path}/restore`, { at })).location, '/dashboard');
    assert.deepEqual(await listed(asAda), ['red-three', 'one']);
    assert.equal((await asAda.page(`/dashboard/links/${ids[2]}`)).status, 200);
  },
);

testHop(
  'an invalid bulk action shows an error and changes nothing',
  async ({ app, ada, bob, asAda, asBob, asNobody }) => {
    const [one = ''] = await createLinks(app, ada, ['one']);
    const [bobs = ''] = await createLinks(app, bob, ['bobs']);
    const rows: [Record<string, string>, RegExp][] = [
      [{ act: 'delete' }, /Select at least one link/],
      [{ act: 'delete', 'id[]': bobs }, /Select at least one link/],
      [{ act: 'tag', tag: '', 'id[]': one }, /Enter a name/],
      [{ act: 'channel', channel: '', 'id[]': one }, /Choose a channel/],
      [{ act: 'expiry', expiry: '2020-01-01T00:00', 'id[]': one }, /future/],
    ];
    for (const [fields, message] of rows) {
      const { status, text } = await asAda.form(path, { list: 'q=on', ...fields });
      assert.equal(status, 422, JSON.stringify(fields));
      assert.match(text, message);
      assert.match(text, /value="on"/);
    }
    const { id: channel } = await ownedChannels.add(app, bob, { name: 'News' });
    assert.equal((await asAda.form(path, { act: 'channel', channel, 'id[]': one })).status, 404);
    assert.equal((await asAda.form(path, { act: 'explode', 'id[]': one })).status, 422);
    assert.deepEqual(await listed(asBob), ['bobs']);
    assert.match(String((await asNobody.form(path, { act: 'delete', all: 'on' })).location), /^\/signin/);
  },
);

testHop('exports the selected links as CSV with escaped formulas', async ({ app, ada, asAda }) => {
  const [one = ''] = await createLinks(app, ada, ['one', 'two']);
  await addLink(app, ada, { url, alias: 'formula', title: '=1+1' });
  const { text } = await asAda.form(path, { act: 'export', 'id[]': one });
  assert.match(
    text,
    /^\u{feff}short_url,domain,alias,url[^\n]*\nhttp:\/\/hop.test\/one,,one,https:\/\/example.com\/page,one,[^\n]*\n$/u,
  );
  assert.match((await asAda.form(path, { act: 'export', all: 'on', list: 'q=formula' })).text, /,'=1\+1,/);
});
