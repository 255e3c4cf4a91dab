import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const gtm = { type: 'gtmpixel', name: 'My GTM', tag: 'GTM-ABCDE' };

async function add(hop: Hop, body: object = gtm): Promise<number> {
  const answer = await hop.api('POST', '/api/pixel/add', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body, { error: 0, id: answer.body.id });
  return answer.body.id as number;
}

testHop('a pixel is added, listed, updated and deleted', async ({ asAda }) => {
  const id = await add(asAda);
  assert.ok(Number.isInteger(id));
  const list = async () => (await asAda.api('GET', '/api/pixels')).body;
  assert.deepEqual(await list(), {
    error: '0',
    data: {
      result: 1,
      perpage: 15,
      currentpage: 1,
      nextpage: 0,
      maxpage: 1,
      pixels: [{ id, ...gtm, date: '2026-03-01 12:00:00' }],
    },
  });
  const pixel = async () => (await list()).data as { pixels: { name: string; tag: string }[] };
  const update = (body: object) => asAda.api('PUT', `/api/pixel/${id}/update`, body);
  for (const body of [{ tag: 'GTM-2' }, { tag: 'GTM-2', name: '' }, { tag: 'GTM-2', name: null }]) {
    assert.equal((await update(body)).status, 200);
    assert.deepEqual([(await pixel()).pixels[0]?.name, (await pixel()).pixels[0]?.tag], ['My GTM', 'GTM-2']);
  }
  const { status, body } = await update({ name: 'Shop', tag: 'GTM-2' });
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  assert.equal((await pixel()).pixels[0]?.name, 'Shop');
  assert.equal((await asAda.api('DELETE', `/api/pixel/${id}/delete`)).status, 200);
  assert.equal((await asAda.api('DELETE', `/api/pixel/${id}/delete`)).status, 404);
  assert.deepEqual((await pixel()).pixels, []);
});

testHop('the same tag of a provider is stored once per account', async ({ asAda, asBob }) => {
  await add(asAda);
  await add(asBob);
  const again = await asAda.api('POST', '/api/pixel/add', { ...gtm, name: 'Another' });
  assert.equal(again.status, 409);
  assert.match(String(again.body.message), /already have[^]*“GTM-ABCDE”/);
  await add(asAda, { type: 'bing', name: 'Bing', tag: 'GTM-ABCDE' });
  const other = await add(asAda, { ...gtm, tag: 'GTM-OTHER' });
  assert.equal((await asAda.api('PUT', `/api/pixel/${other}/update`, { tag: 'GTM-ABCDE' })).status, 409);
  assert.equal((await asAda.api('PUT', `/api/pixel/${other}/update`, { tag: 'GTM-OTHER' })).status, 200);
});

testHop('returns 404 for pixels of other accounts', async ({ asAda, asBob, asNobody }) => {
  const id = await add(asAda);
  assert.equal((await asBob.api('PUT', `/api/pixel/${id}/update`, { tag: 'GTM-1' })).status, 404);
  assert.equal((await asBob.api('DELETE', `/api/pixel/${id}/delete`)).status, 404);
  const { data } = (await asBob.api('GET', '/api/pixels')).body as { data: { result: number } };
  assert.equal(data.result, 0);
  assert.equal((await asNobody.api('GET', '/api/pixels')).status, 401);
});

testHop('an invalid pixel is rejected with an explanation', async ({ asAda }) => {
  const rows: [object, RegExp][] = [
    [{ ...gtm, type: 'myspace' }, /one of gtmpixel/],
    [{ ...gtm, tag: '12345' }, /GTM- or GA-/],
    [{ ...gtm, name: '  ' }, /Enter a name/],
    [{ ...gtm, name: 'x'.repeat(101) }, /100 characters/],
    [{ ...gtm, tag: undefined }, /tag/],
    [{ type: 'gtmpixel', tag: 'GTM-1' }, /name/],
  ];
  for (const [body, message] of rows) {
    const answer = await asAda.api('POST', '/api/pixel/add', body);
    assert.deepEqual([answer.status, answer.body.error], [400, 1]);
    assert.match(String(answer.body.message), message);
  }
  assert.equal((await asAda.api('PUT', '/api/pixel/0/update', { tag: 'GTM-1' })).status, 400);
});

testHop('lists pixels with pagination', async ({ asAda }) => {
  for (let i = 1; i <= 3; i++) await add(asAda, { ...gtm, tag: `GTM-${i}` });
  const { data } = (await asAda.api('GET', '/api/pixels?limit=2&page=2')).body as {
    data: { result: number; nextpage: number; maxpage: number; pixels: { tag: string }[] };
  };
  assert.deepEqual([data.result, data.nextpage, data.maxpage, data.pixels[0]?.tag], [1, 0, 2, 'GTM-3']);
  for (const query of ['?page=0', '?limit=0', '?limit=x'])
    assert.equal((await asAda.api('GET', `/api/pixels${query}`)).status, 400, query);
});
