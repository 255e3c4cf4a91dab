import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../../test/ask-hop.ts';

const url = 'https://example.com/page';
type Results = { error: number; id?: number; field?: string; message?: string }[];

const add = async (hop: Hop, fields: object = {}) =>
  Number((await hop.api('POST', '/api/url/add', { url, ...fields })).body.id);
const detail = async (hop: Hop, id: number) =>
  (await hop.api('GET', `/api/url/${id}`)).body.details as Record<string, unknown> | undefined;
const errors = (results: unknown) => (results as Results).map(({ error, field }) => [error, field]);

testHop('an external id is unique in an account and finds its link', async ({ asAda, asBob }) => {
  const id = await add(asAda, { external_id: ' product-1 ', custom: 'first' });
  assert.equal((await detail(asAda, id))?.external_id, 'product-1');
  const found = await asAda.api('GET', '/api/urls?external_id=product-1');
  assert.equal(found.body.id, id);
  const { data } = (await asAda.api('GET', '/api/urls')).body as { data: { urls: object[] } };
  assert.deepEqual(
    (data.urls as { external_id: string }[]).map(({ external_id }) => external_id),
    ['product-1'],
  );
  assert.equal((await asBob.api('GET', '/api/urls?external_id=product-1')).body.error, 1);
  assert.ok(await add(asBob, { external_id: 'product-1' }));

  const refused: [method: 'POST' | 'PUT', path: string, body: object][] = [
    ['POST', '/api/url/add', { url, external_id: 'product-1' }],
    ['POST', '/api/url/add', { url, external_id: 'product-1', custom: 'free' }],
    ['POST', '/api/url/add', { url, external_id: 'product-1', tags: 'one' }],
    ['PUT', `/api/url/${await add(asAda)}/update`, { url, external_id: 'product-1' }],
  ];
  for (const [method, path, body] of refused) {
    const answer = await asAda.api(method, path, body);
    assert.equal(answer.status, 409, path);
    assert.match(String(answer.body.message), /external_id/);
  }
  const long = await asAda.api('POST', '/api/url/add', { url, external_id: 'x'.repeat(256) });
  assert.equal(long.status, 400);

  await asAda.api('PUT', `/api/url/${id}/update`, { url });
  assert.equal((await detail(asAda, id))?.external_id, 'product-1', 'omitted, it does not change');
  await asAda.api('PUT', `/api/url/${id}/update`, { url, external_id: '' });
  assert.equal((await detail(asAda, id))?.external_id, null);
});

testHop('an external id of a deleted link can be used again', async ({ asAda }) => {
  const id = await add(asAda, { external_id: 'a' });
  await asAda.api('DELETE', `/api/url/${id}/delete`);
  const other = await add(asAda, { external_id: 'a' });
  await asAda.form(`/dashboard/links/${id}/restore`);
  assert.equal((await detail(asAda, id))?.external_id, null);
  assert.equal((await detail(asAda, other))?.external_id, 'a');
});

testHop('an upsert creates a link once, and then updates it', async ({ asAda }) => {
  const upsert = async (fields: object) =>
    (await asAda.api('PUT', '/api/url/upsert', { url, ...fields })).body;
  const first = await upsert({ external_id: 'a', metatitle: 'One' });
  assert.equal(first.created, true);
  const second = await upsert({ external_id: 'a', url: 'https://example.com/other', metatitle: 'Two' });
  assert.deepEqual([second.id, second.created], [first.id, false]);
  const { longurl, title } = (await detail(asAda, Number(first.id))) ?? {};
  assert.deepEqual([longurl, title], ['https://example.com/other', 'Two']);
  assert.match(String((await upsert({})).message), /external_id/);
  const together = await Promise.all(Array.from({ length: 5 }, () => upsert({ external_id: 'b' })));
  assert.equal(new Set(together.map(({ id }) => id)).size, 1);
  assert.equal(together.filter(({ created }) => created === true).length, 1);
});

testHop('links of a batch with a known external id are updated with upsert', async ({ asAda }) => {
  const known = await add(asAda, { external_id: 'a' });
  const links = [
    { url, external_id: 'b' },
    { url: `${url}/2`, external_id: 'a' },
    { url },
    { url, external_id: 'b' },
  ];
  const without = await asAda.api('POST', '/api/urls/add', { links: links.slice(1, 2) });
  assert.deepEqual(errors(without.body.results), [[1, 'external_id']]);
  const { body } = await asAda.api('POST', '/api/urls/add', { upsert: true, links });
  assert.deepEqual(errors(body.results), [
    [0, undefined],
    [0, undefined],
    [0, undefined],
    [1, 'external_id'],
  ]);
  assert.equal((body.results as Results)[1]?.id, known);
  assert.equal((await detail(asAda, known))?.longurl, `${url}/2`);

  const many = Array.from({ length: 26 }, (_, i) => ({ url, external_id: `many-${i}` }));
  const refused = await asAda.api('POST', '/api/urls/add', { upsert: true, links: many });
  assert.equal(refused.status, 400);
  assert.match(String(refused.body.message), /At most 25 links/);
});

testHop('many links are updated in one call, each with its own result', async ({ asAda, asBob }) => {
  const [one, two] = [await add(asAda), await add(asAda, { external_id: 'a', metatitle: 'Before' })];
  const his = await add(asBob);
  const links = [
    { id: one, metatitle: 'One', tags: ['x'] },
    { external_id: 'a', url: `${url}/2` },
    { id: his, metatitle: 'Mine' },
    { id: one, url: 'nonsense' },
    { id: String(two), password: 'sesame' },
    { metatitle: 'None' },
    'text',
    { id: one, custom: 7 },
  ];
  const { status, body } = await asAda.api('PUT', '/api/urls/update', { links });
  assert.equal(status, 200);
  assert.deepEqual([body.updated, body.refused], [3, 5]);
  assert.deepEqual(
    (body.results as Results).map(({ error, id }) => [error, id]),
    [
      [0, one],
      [0, two],
      [1, undefined],
      [1, undefined],
      [0, two],
      [1, undefined],
      [1, undefined],
      [1, undefined],
    ],
  );
  const [first, second] = [await detail(asAda, one), await detail(asAda, two)];
  assert.deepEqual([first?.title, first?.tags, first?.longurl], ['One', ['x'], url]);
  assert.deepEqual([second?.title, second?.longurl, second?.external_id], ['Before', `${url}/2`, 'a']);
  assert.notEqual((await detail(asBob, his))?.title, 'Mine');

  const atomic = await asAda.api('PUT', '/api/urls/update', {
    atomic: true,
    links: [
      { id: one, metatitle: 'No' },
      { id: two, url: 'nonsense' },
    ],
  });
  assert.equal(atomic.status, 400);
  assert.match(String(atomic.body.message), /^links\.1\.url: Nothing was changed\. Link 2: /);
  assert.equal((await detail(asAda, one))?.title, 'One');
});

testHop('many links are deleted in one call, each with its own result', async ({ asAda, asBob }) => {
  const [one, two] = [await add(asAda), await add(asAda, { external_id: 'a' })];
  const his = await add(asBob);
  const links = [
    { id: one },
    { id: his },
    { external_id: 'a' },
    { external_id: 'b' },
    {},
    { id: '99999999999999999999' },
  ];
  const refused = await asAda.api('POST', '/api/urls/delete', { atomic: true, links });
  assert.equal(refused.status, 404);
  assert.ok(await detail(asAda, one));
  const { body } = await asAda.api('POST', '/api/urls/delete', { links });
  assert.deepEqual([body.deleted, body.refused], [2, 4]);
  assert.deepEqual(
    (body.results as Results).map(({ id }) => id),
    [one, undefined, two, undefined, undefined, undefined],
  );
  for (const id of [one, two]) assert.equal(await detail(asAda, id), undefined);
  assert.ok(await detail(asBob, his));
  for (const links of [[], Array(501).fill({ id: one }), 'text', undefined])
    assert.equal((await asAda.api('POST', '/api/urls/delete', { links })).status, 400);
  assert.equal(
    (await asAda.api('POST', '/api/urls/delete', { links: Array(500).fill({ id: one }) })).status,
    200,
  );
});

testHop('an external id with unusual characters is never a server error', async ({ asAda }) => {
  for (const external_id of ['\u0000', '\ud800', '💡', '%', '"']) {
    const calls = [
      asAda.api('POST', '/api/url/add', { url, external_id }),
      asAda.api('PUT', '/api/url/upsert', { url, external_id }),
      asAda.api('POST', '/api/urls/add', { upsert: true, links: [{ url, external_id }] }),
      asAda.api('PUT', '/api/urls/update', { links: [{ external_id }] }),
      asAda.api('GET', `/api/urls?external_id=${encodeURIComponent(external_id.toWellFormed())}`),
      asAda.api('POST', '/api/urls/delete', { links: [{ external_id }] }),
    ];
    for (const { status } of await Promise.all(calls)) assert.ok(status < 500, external_id);
  }
});

testHop('an external id is found however white space in it is written', async ({ asAda }) => {
  const id = await add(asAda, { external_id: ' a  b\tc' });
  const found = await asAda.api('GET', `/api/urls?external_id=${encodeURIComponent('a\tb c ')}`);
  assert.equal(found.body.id, id);
  const links = [{ external_id: 'a  b c', metatitle: 'New' }];
  assert.deepEqual(errors((await asAda.api('PUT', '/api/urls/update', { links })).body.results), [
    [0, undefined],
  ]);
  const upserts = [{ external_id: ' a b  c', url, metatitle: 'Newer' }];
  const upserted = await asAda.api('POST', '/api/urls/add', { upsert: true, links: upserts });
  assert.deepEqual(errors(upserted.body.results), [[0, undefined]]);
  assert.equal((await detail(asAda, id))?.title, 'Newer');
  const deleted = await asAda.api('POST', '/api/urls/delete', { links: [{ external_id: 'a b\nc' }] });
  assert.equal(deleted.body.deleted, 1);
});
