import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addAccessKey, consumeShownKey } from '../../identity/access-keys.ts';

const url = 'https://example.com/page';

testHop('a link is available under its legacy addresses', async ({ asAda, asBob }) => {
  const { body } = await asAda.api('POST', '/api/url/add', { url, custom: 'one' });
  const id = Number(body.id);
  const read = await asAda.api('GET', `/api/url/${id}`);
  assert.deepEqual(await asAda.api('GET', `/api/link/${id}`), read);
  assert.deepEqual(await asAda.api('POST', '/api/url/stats', { urlid: id }), read);
  assert.deepEqual(await asAda.api('POST', '/api/url/stats', { urlid: String(id) }), read);
  const list = await asAda.api('GET', '/api/urls?limit=2&page=1');
  assert.deepEqual(await asAda.api('POST', '/api/url/get', { limit: 2, page: 1 }), list);
  assert.equal((await asBob.api('GET', `/api/link/${id}`)).status, 404);
  assert.equal((await asBob.api('POST', '/api/url/stats', { urlid: id })).status, 404);
  const changed = await asAda.api('PUT', `/api/link/${id}`, { url: `${url}/two` });
  assert.deepEqual(changed.body, {
    error: 0,
    id,
    shorturl: 'http://hop.test/one',
    short: 'http://hop.test/one',
  });
  const changedAgain = await asAda.api('PUT', `/api/link/${id}/update`, { url: `${url}/three` });
  assert.deepEqual(changedAgain.body, {
    error: 0,
    id,
    shorturl: 'http://hop.test/one',
    short: 'http://hop.test/one',
  });
  const other = Number((await asAda.api('POST', '/api/url/add', { url })).body.id);
  assert.equal((await asAda.api('DELETE', `/api/link/${other}/delete`)).status, 200);
  assert.equal((await asAda.api('GET', `/api/link/${other}`)).status, 404);
  assert.equal((await asAda.api('DELETE', `/api/link/${id}`)).status, 200);
  assert.equal((await asAda.api('GET', `/api/link/${id}`)).status, 404);
});

testHop('links can also be assigned with a request body', async ({ asAda }) => {
  const { id } = (await asAda.api('POST', '/api/url/add', { url })).body;
  const campaign = Number((await asAda.api('POST', '/api/campaign/add', { name: 'Spring' })).body.id);
  const channel = Number((await asAda.api('POST', '/api/channel/add', { name: 'News' })).body.id);
  assert.equal((await asAda.api('POST', `/api/campaign/${campaign}/assign`, { link_id: id })).status, 200);
  const item = { type: 'links', item_id: id };
  assert.equal((await asAda.api('POST', `/api/channel/${channel}/assign`, item)).status, 200);
  const { data } = (await asAda.api('GET', `/api/channel/${channel}`)).body as { data: { items: object[] } };
  assert.equal(data.items.length, 1);
  for (const [path, body] of [
    [`/api/channel/${channel}/assign`, { type: 'cats', item_id: id }],
    [`/api/channel/${channel}/assign`, { type: 'links' }],
    [`/api/campaign/${campaign}/assign`, { link_id: 'x' }],
    ['/api/url/stats', {}],
    ['/api/url/get', { page: 0 }],
  ] as const)
    assert.equal((await asAda.api('POST', path, body)).status, 400, JSON.stringify(body));
});

testHop('a read-only key can call read-only operations', async ({ ask, app, ada }) => {
  const id = await addAccessKey(app, ada.id, { name: 'Reader', scopes: ['links:read'] });
  const headers = { authorization: (await consumeShownKey(app, ada.id, id)) ?? '' };
  const status = async (path: string) =>
    (await ask({ method: 'POST', url: path, headers, payload: {} })).statusCode;
  assert.equal(await status('/api/url/get'), 200);
  assert.equal(await status('/api/campaign/1/assign'), 403);
});
