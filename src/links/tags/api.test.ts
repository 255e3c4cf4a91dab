import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';

testHop(
  'tags can be set on creation and update of a link, and are returned with it',
  async ({ asAda, asBob }) => {
    const url = 'https://example.org/';
    const created = await asAda.api('POST', '/api/url/add', { url, tags: ['Print', ' spring '] });
    assert.equal(created.status, 200);
    const id = Number(created.body.id);
    const tags = async () => {
      const { body } = await asAda.api('GET', `/api/url/${id}`);
      return (body.details as { tags: string[] }).tags;
    };
    assert.deepEqual(await tags(), ['Print', 'spring']);
    await asAda.api('PUT', `/api/url/${id}/update`, { url });
    assert.deepEqual(await tags(), ['Print', 'spring'], 'omitted tags do not change');
    await asAda.api('PUT', `/api/url/${id}/update`, { url, tags: 'print, summer' });
    assert.deepEqual(await tags(), ['Print', 'summer'], 'tags are compared case-insensitively');
    await asAda.api('PUT', `/api/url/${id}/update`, { url, tags: '' });
    assert.deepEqual(await tags(), []);
    const { body } = await asAda.api('GET', '/api/tags');
    assert.match(JSON.stringify(body), /summer/);
    const others = await asBob.api('GET', '/api/tags');
    assert.doesNotMatch(JSON.stringify(others.body), /summer/);
    const long = await asAda.api('POST', '/api/url/add', { url, tags: ['x'.repeat(200)] });
    assert.equal(long.status, 400);
  },
);

testHop('tags are created, updated and deleted', async ({ asAda, asBob }) => {
  const { status, body } = await asAda.api('POST', '/api/tag/add', { name: 'Print' });
  assert.equal(status, 200);
  assert.match(String(body.color), /^#[0-9a-f]{6}$/);
  const id = Number(body.id);
  for (const name of ['print', '', 'a,b', undefined])
    assert.ok((await asAda.api('POST', '/api/tag/add', { name })).status >= 400, String(name));
  const change = await asAda.api('PUT', `/api/tag/${id}/update`, { color: '#0a7d55' });
  assert.deepEqual([change.body.name, change.body.color], ['Print', '#0a7d55']);
  assert.equal((await asBob.api('PUT', `/api/tag/${id}/update`, { name: 'Mine' })).status, 404);
  assert.equal((await asBob.api('DELETE', `/api/tag/${id}/delete`)).status, 404);
  assert.equal((await asAda.api('DELETE', `/api/tag/${id}/delete`)).status, 200);
  assert.equal((await asAda.api('DELETE', `/api/tag/${id}/delete`)).status, 404);
});
