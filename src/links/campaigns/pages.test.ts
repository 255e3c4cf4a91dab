import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';

const path = '/dashboard/campaigns';

/** Creates a campaign with the form and returns the path of its page. */
async function create(hop: Hop, fields: Record<string, string>): Promise<string> {
  const { status, location } = await hop.form(path, fields);
  assert.equal(status, 303);
  return String(location);
}

testHop('a campaign is created, updated, deleted and restored with forms', async ({ asAda, asNobody }) => {
  assert.match((await asAda.page(path)).text, /Create your first campaign/);
  const campaign = await create(asAda, { name: 'Spring <b>', slug: '', public: 'on' });
  const shown = await asAda.page(path);
  assert.match(shown.text, /Spring &lt;b&gt;<\/a>/);
  assert.match(shown.text, /data-copy="http:\/\/hop\.test\/r\/spring-b"/);
  const { text } = await asAda.page(campaign);
  assert.match(text, /http:\/\/hop\.test\/r\/spring-b</);
  const list = /http:\/\/hop\.test(\/u\/ada\/spring-b-\d+)"/.exec(text)?.[1] ?? '';
  assert.equal((await asNobody.page(list)).status, 200);
  assert.match((await asAda.page(`${campaign}/edit`)).text, /value="spring-b"/);
  await asAda.form(`${campaign}/edit`, { name: 'Summer', slug: 'summer' });
  assert.match((await asAda.page(campaign)).text, /This campaign is private/);
  assert.equal((await asNobody.page(list)).status, 404);
  const deleted = await asAda.form(`${campaign}/delete`);
  assert.match((await asAda.page(String(deleted.location))).text, /Campaign deleted[^]*Undo/);
  await asAda.form(`${campaign}/restore`);
  assert.match((await asAda.page(path)).text, />Summer<\/a>/);
});

testHop('links can be added to a campaign and removed from it', async ({ asAda }) => {
  const campaign = await create(asAda, { name: 'Spring' });
  const { body } = await asAda.api('POST', '/api/url/add', { url: 'https://example.com', custom: 'one' });
  assert.equal((await asAda.form(campaign, { short: 'one' })).status, 303);
  assert.match((await asAda.page(campaign)).text, /hop\.test\/one<\/a>/);
  assert.equal((await asAda.form(campaign, { short: 'nowhere' })).status, 422);
  await asAda.form(`${campaign}/links/${Number(body.id)}/remove`);
  assert.match((await asAda.page(campaign)).text, /No items yet/);
});

testHop('a rejected form keeps the entered values', async ({ asAda, asBob }) => {
  await create(asBob, { name: 'Bobs', slug: 'bobs' });
  const other = await create(asAda, { name: 'Other' });
  for (const address of [path, `${other}/edit`]) {
    const { status, text } = await asAda.form(address, { name: 'Kept name', slug: 'bobs', public: 'on' });
    assert.equal(status, 422);
    assert.match(text, /id="field-slug-error">[^]*taken/);
    assert.match(text, /value="Kept name"/);
  }
});

testHop('returns 404 for campaigns of other accounts', async ({ asAda, asBob, asNobody }) => {
  const campaign = await create(asAda, { name: 'Spring' });
  assert.equal((await asBob.page(campaign)).status, 404);
  assert.equal((await asBob.page(`${campaign}/edit`)).status, 404);
  for (const [act, fields] of [
    ['edit', { name: 'Mine' }],
    ['delete', {}],
    ['restore', {}],
    ['links/1/remove', {}],
  ] as const)
    assert.equal((await asBob.form(`${campaign}/${act}`, fields)).status, 404, act);
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
});
