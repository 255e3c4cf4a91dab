import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

testHop('updating returns the short URL', async ({ asAda }) => {
  const id = await add(asAda, { url, custom: 'spring', expiry: '2026-12-01' });
  const path = `/api/url/${id}/update`;
  const moved = await asAda.api('PUT', path, { url, custom: 'summer', status: 'private' });
  assert.deepEqual(moved, {
    status: 200,
    body: { error: 0, id, shorturl: 'http://hop.test/summer', short: 'http://hop.test/summer' },
  });
  const expiry = async () => {
    const { body } = await asAda.api('GET', `/api/url/${id}`);
    return (body.details as { expiry: string | null }).expiry;
  };
  assert.equal(await expiry(), '2026-12-01 00:00:00');
  await asAda.api('PUT', path, { url, expiry: null });
  assert.equal(await expiry(), null);
});

testHop('deleting a link works only once', async ({ asAda }) => {
  const id = await add(asAda, { url, custom: 'spring' });
  const { status, body } = await asAda.api('DELETE', `/api/url/${id}/delete`);
  assert.equal(status, 200);
  assert.equal(body.error, 0);
  assert.equal(typeof body.message, 'string');
  assert.equal((await asAda.api('DELETE', `/api/url/${id}/delete`)).status, 404);
  assert.equal((await asAda.api('GET', `/api/url/${id}`)).status, 404);
});

testHop('returns 404 for links of other accounts', async ({ asAda, asBob }) => {
  const id = await add(asAda, { url });
  const calls = [
    ['GET', `/api/url/${id}`],
    ['PUT', `/api/url/${id}/update`],
    ['DELETE', `/api/url/${id}/delete`],
    ['GET', '/api/url/9007199254740991'],
  ] as const;
  for (const [method, path] of calls) {
    const { status, body } = await asBob.api(method, path, method === 'PUT' ? { url } : undefined);
    assert.deepEqual({ status, body }, { status: 404, body: { error: 1, message: 'Link not found' } });
  }
  assert.equal((await asAda.api('GET', `/api/url/${id}`)).status, 200);
});
