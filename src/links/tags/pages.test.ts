import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../shorten/add-links.ts';
import { setTags, tagsOfLinks } from './tags.ts';

const path = '/dashboard/tags';
const url = 'https://example.com/page';

testHop(
  'a tag is created, updated, deleted and restored with forms, with its links',
  async ({ app, ada, asAda }) => {
    assert.match((await asAda.page(path)).text, /Create your first tag/);
    assert.equal((await asAda.form(path, { name: ' #Spring  <b> ', color: '#0a7d55' })).location, path);
    const link = await addLink(app, ada, { url, alias: 'spring' });
    await setTags(app, ada, link.id, ['spring <B>', 'print']);
    const { text } = await asAda.page(path);
    assert.match(text, /fill="#0a7d55"[^]*Spring &lt;b&gt;<\/a>/);
    const [, tag = ''] = /href="([^"]*)\/menu"[^>]*aria-label="Actions for Spring/.exec(text) ?? [];
    assert.match((await asAda.page(`${tag}/edit`)).text, /value="Spring &lt;b&gt;"/);
    await asAda.form(`${tag}/edit`, { name: 'Summer', color: '' });
    assert.deepEqual(await namesOn(link.id), ['print', 'Summer']);
    const deleted = await asAda.form(`${tag}/delete`);
    assert.match((await asAda.page(String(deleted.location))).text, /Tag deleted[^]*Undo/);
    assert.deepEqual(await namesOn(link.id), ['print']);
    await asAda.form(`${tag}/restore`);
    assert.deepEqual(await namesOn(link.id), ['print', 'Summer']);

    async function namesOn(linkId: string) {
      return (await tagsOfLinks(app, [linkId])).get(linkId)?.map(({ name }) => name);
    }
  },
);

testHop('a rejected tag form keeps the entered values', async ({ asAda }) => {
  await asAda.form(path, { name: 'Print' });
  for (const [name, message] of [
    ['print', /already/],
    ['', /Enter a name/],
    ['a,b', /comma/],
    ['x'.repeat(51), /at most 50/],
  ] as const) {
    const { status, text } = await asAda.form(path, { name });
    assert.equal(status, 422, name);
    assert.match(/id="field-name-error">([^]*?)<\/p>/.exec(text)?.[1] ?? '', message);
  }
});

testHop('returns 404 for tags of other accounts', async ({ app, ada, bob, asAda, asBob, asNobody }) => {
  const link = await addLink(app, ada, { url });
  await setTags(app, ada, link.id, ['print']);
  const tag = /\/dashboard\/tags\/\d+/.exec((await asAda.page(path)).text)?.[0] ?? '';
  assert.equal((await asBob.page(`${tag}/edit`)).status, 404);
  for (const act of ['edit', 'delete', 'restore'])
    assert.equal((await asBob.form(`${tag}/${act}`, { name: 'Mine' })).status, 404, act);
  await assert.rejects(setTags(app, bob, link.id, ['mine']), { kind: 'missing' });
  assert.match(String((await asNobody.page(path)).location), /^\/signin/);
  const { body } = await asAda.api('GET', '/api/tags');
  const [record] = (body.data as { tags: Record<string, unknown>[] }).tags;
  assert.deepEqual({ ...record, id: 0 }, { id: 0, name: 'print', color: record?.color, links: 1 });
  assert.equal(((await asBob.api('GET', '/api/tags')).body.data as { result: number }).result, 0);
});

testHop('a link has at most the maximum number of tags, without duplicates', async ({ app, ada }) => {
  const { id } = await addLink(app, ada, { url });
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  await setTags(app, ada, id, [...many, 'TAG 1', ' ']);
  assert.equal((await tagsOfLinks(app, [id])).get(id)?.length, 20);
  await assert.rejects(setTags(app, ada, id, [...many, 'one more']), { kind: 'invalid', field: 'tags' });
  await setTags(app, ada, id, []);
  assert.deepEqual((await tagsOfLinks(app, [id])).get(id), []);
});
