import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { days } from '../../kernel/time.ts';

const url = 'https://example.com/page';

async function addCampaign(hop: Hop, body: object): Promise<number> {
  return Number((await hop.api('POST', '/api/campaign/add', body)).body.id);
}
const addLink = async (hop: Hop, body: object) =>
  (await hop.api('POST', '/api/url/add', { url, ...body })).body.id;

testHop(
  'the rotator redirects only to active links of its campaign',
  async ({ app, ada, asAda, asNobody }) => {
    const campaign = await addCampaign(asAda, { name: 'Spring', slug: 'Spring', public: true });
    for (const custom of ['one', 'two', 'off', 'down', 'over', 'gone'])
      await addLink(asAda, { custom, campaign });
    await addLink(asAda, { custom: 'outside' });
    const now = app.clock.now();
    const set = (alias: string, change: object) =>
      app.db
        .updateTable('links.link')
        .set(change)
        .where('account_id', '=', ada.id)
        .where('alias', '=', alias)
        .execute();
    await set('off', { disabled_at: now });
    await set('down', { suspended_at: now });
    await set('gone', { deleted_at: now });
    await set('over', { expires_at: new Date(now.getTime() - days(1)) });
    const seen = new Set<string>();
    for (let times = 0; times < 60; times++) {
      const { status, location } = await asNobody.page('/r/spring?utm=a%20b+c&x');
      assert.equal(status, 303);
      seen.add(String(location));
    }
    assert.deepEqual([...seen].sort(), [
      'http://hop.test/one?utm=a%20b+c&x',
      'http://hop.test/two?utm=a%20b+c&x',
    ]);
  },
);

testHop('private, deleted and empty campaigns have no rotator or list', async ({ asAda, asNobody }) => {
  const empty = await addCampaign(asAda, { name: 'Empty', slug: 'empty', public: true });
  const id = await addCampaign(asAda, { name: 'Spring', slug: 'spring', public: false });
  await addLink(asAda, { campaign: id });
  const statuses = async () =>
    Promise.all(['/r/spring', `/u/ada/spring-${id}`].map(async (path) => (await asNobody.page(path)).status));
  assert.deepEqual(await statuses(), [404, 404]);
  const path = `/api/campaign/${id}`;
  await asAda.api('PUT', `${path}/update`, { name: 'Spring', public: true });
  assert.deepEqual(await statuses(), [303, 200]);
  await asAda.api('DELETE', `${path}/delete`);
  assert.deepEqual(await statuses(), [404, 404]);
  assert.equal((await asNobody.page('/r/empty')).status, 404);
  assert.match((await asNobody.page(`/u/ada/empty-${empty}`)).text, /No links yet/);
});

testHop(
  'the list shows the public links of a campaign at one canonical address',
  async ({ asAda, asBob, asNobody }) => {
    const id = await addCampaign(asAda, { name: 'Spring <sale>', slug: 'spring', public: true });
    await addLink(asAda, { custom: 'one', campaign: id, metatitle: 'First & best' });
    await addLink(asAda, { custom: 'unnamed', campaign: id, status: 'private' });
    const { status, text } = await asNobody.page(`/u/ada/spring-${id}`);
    assert.equal(status, 200);
    assert.match(text, /<h1>Spring &lt;sale&gt;<\/h1>/);
    assert.match(text, /href="http:\/\/hop\.test\/one"[^>]*>First &amp; best</);
    assert.doesNotMatch(text, /unnamed/);
    assert.equal((await asBob.page(`/u/ADA/old-${id}`)).location, `http://hop.test/u/ada/spring-${id}`);
    for (const path of [
      `/u/bob/spring-${id}`,
      '/u/ada/spring',
      '/u/ada/spring-999999999999999999999',
      '/u/ada/x-0',
      '/u/%00/x-1',
      '/r/%00',
    ])
      assert.ok([400, 404].includes((await asNobody.page(path)).status), path);
  },
);
