import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';

const path = '/dashboard/channels';

/** Creates a channel with the form and returns the path of its page. */
async function create(hop: Hop, fields: Record<string, string>): Promise<string> {
  const { status, location } = await hop.form(path, fields);
  assert.equal(status, 303);
  return String(location);
}

testHop('a channel is created, starred, updated, deleted and restored with forms', async ({ asAda }) => {
  assert.match((await asAda.page(path)).text, /Create your first channel/);
  const channel = await create(asAda, { name: 'News <b>', description: 'By mail', color: '#0a7d55' });
  const shown = await asAda.page(path);
  assert.match(shown.text, /News &lt;b&gt;<\/a>/);
  assert.match(shown.text, /fill="#0a7d55"/);
  assert.doesNotMatch(shown.text, /Starred/);
  assert.equal((await asAda.form(`${channel}/star`, { starred: 'yes' })).location, path);
  assert.match((await asAda.page(path)).text, /Starred/);
  assert.match((await asAda.page(`${channel}/edit`)).text, /value="News &lt;b&gt;"/);
  await asAda.form(`${channel}/edit`, { name: 'Mail', description: '', color: '#000000' });
  const changed = (await asAda.page(path)).text;
  assert.match(changed, />Mail<\/a>/);
  assert.doesNotMatch(changed, /Starred/);
  const deleted = await asAda.form(`${channel}/delete`);
  assert.match((await asAda.page(String(deleted.location))).text, /Channel deleted[^]*Undo/);
  await asAda.form(`${channel}/restore`);
  assert.match((await asAda.page(path)).text, />Mail<\/a>/);
});

testHop(
  'links can be added to a channel and removed from it, and are restored with it',
  async ({ asAda, asBob }) => {
    const channel = await create(asAda, { name: 'News' });
    const url = 'https://example.com/page';
    const { body } = await asAda.api('POST', '/api/url/add', { url, custom: 'spring' });
    await asBob.api('POST', '/api/url/add', { url, custom: 'bobs' });
    assert.equal((await asAda.form(channel, { short: 'hop.test/spring' })).status, 303);
    assert.match((await asAda.page(channel)).text, /hop\.test\/spring<\/a>/);
    for (const short of ['bobs', 'nowhere', '']) {
      const { status, text } = await asAda.form(channel, { short });
      assert.equal(status, 422);
      assert.match(text, /None of your links, bio pages or QR codes has this short URL/);
    }
    await asAda.form(`${channel}/delete`);
    assert.equal((await asAda.page(channel)).status, 404);
    await asAda.form(`${channel}/restore`);
    assert.match((await asAda.page(channel)).text, /hop\.test\/spring<\/a>/);
    await asAda.form(`${channel}/links/${Number(body.id)}/remove`);
    assert.match((await asAda.page(channel)).text, /No items yet/);
  },
);

testHop('a rejected form keeps the entered values', async ({ asAda }) => {
  const channel = await create(asAda, { name: 'Taken' });
  const other = await create(asAda, { name: 'Other' });
  for (const address of [path, `${other}/edit`]) {
    const { status, text } = await asAda.form(address, { name: 'taken', description: 'kept', starred: 'on' });
    assert.equal(status, 422);
    assert.match(text, /id="field-name-error">[^]*already/);
    assert.match(text, /value="kept"/);
  }
  await asAda.form(`${channel}/delete`);
  await create(asAda, { name: 'Taken' });
  assert.equal((await asAda.form(`${channel}/restore`)).status, 400);
});

testHop('returns 404 for channels of other accounts', async ({ asAda, asBob, asNobody }) => {
  const channel = await create(asAda, { name: 'News' });
  assert.equal((await asBob.page(channel)).status, 404);
  assert.equal((await asBob.page(`${channel}/edit`)).status, 404);
  for (const [act, fields] of [
    ['edit', { name: 'Mine' }],
    ['star', { starred: 'yes' }],
    ['delete', {}],
    ['restore', {}],
    ['links/1/remove', {}],
  ] as const)
    assert.equal((await asBob.form(`${channel}/${act}`, fields)).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
});
