import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedTags } from '../tags/tags.ts';
import { addLink } from '../shorten/add-links.ts';

const options = (text: string) =>
  [...text.matchAll(/data-href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

testHop(
  'the palette finds what the account owns, by part of its name',
  async ({ app, ada, bob, asAda, asNobody }) => {
    const { id } = await addLink(app, ada, {
      url: 'https://example.com/bread',
      alias: 'loaf',
      title: 'Bäckerei',
    });
    await addLink(app, bob, { url: 'https://example.com/loaf', alias: 'loaves' });
    const campaign = await ownedCampaigns.add(app, ada, { name: 'Loaf week' });
    await ownedTags.add(app, ada, { name: 'meatloaf & more' });
    const suggest = async (q: string) =>
      options((await asAda.page(`/dashboard/suggest?q=${encodeURIComponent(q)}`)).text);
    assert.deepEqual(await suggest('loaf'), [
      `/dashboard/links/${id}`,
      `/dashboard/campaigns/${campaign.id}`,
      '/dashboard?tag=meatloaf%20%26%20more',
    ]);
    assert.deepEqual(await suggest('backerei'), [`/dashboard/links/${id}`]);
    assert.deepEqual(await suggest('%'), []);
    assert.deepEqual(await suggest('l'), []);
    assert.equal((await asNobody.page('/dashboard/suggest?q=loaf')).status, 303);
    const actions = options((await asAda.page('/palette')).text);
    assert.ok(actions.includes('/dashboard/links/new') && actions.includes('/settings/two-factors'));
    for (const path of actions) assert.ok((await asAda.page(path)).status < 400, path);
  },
);
