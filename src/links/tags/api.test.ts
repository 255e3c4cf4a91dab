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
