import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function addLink(hop: Hop, body: object = {}): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', { url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

async function addCampaign(hop: Hop, body?: object): Promise<Record<string, unknown>> {
  const answer = await hop.api('POST', '/api/campaign/add', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

testHop('creating a campaign returns 201 with all fields that carry its name', async ({ asAda }) => {
  const body = await addCampaign(asAda, { name: 'New Campaign', slug: 'new-campaign', public: true });
  assert.deepEqual(body, {
    error: 0,
    id: body.id,
    name: 'New Campaign',
    domain: 'New Campaign',
    campaign: 'New Campaign',
    public: true,
    rotator: 'http://hop.test/r/new-campaign',
    list: `http://hop.test/u/ada/new-campaign-${Number(body.id)}`,
  });
  assert.ok(Number.isInteger(body.id));
});

testHop('omitted names are generated and unique', async ({ asAda, asBob }) => {
  const one = await addCampaign(asAda, { name: 'Spring sale' });
  assert.equal(one.rotator, false);
  assert.equal(one.list, `http://hop.test/u/ada/spring-sale-${Number(one.id)}`);
  const other = await addCampaign(asBob, { name: 'Spring sale', slug: '', public: 'true' });
  assert.match(String(other.rotator), /^http:\/\/hop\.test\/r\/spring-sale-[0-9A-Za-z]{5}$/);
  for (const body of [undefined, {}, { name: '', slug: null, public: null }, { public: 0 }]) {
    const { name, public: isPublic } = await addCampaign(asAda, body);
    assert.match(String(name), /^Campaign [0-9A-Za-z]{5}$/);
    assert.equal(isPublic, false);
  }
  assert.equal((await addCampaign(asAda, { slug: 'autumn' })).name, 'Campaign autumn');
});

testHop('lists campaigns newest first, with pagination', async ({ asAda, asBob }) => {
  const ids: unknown[] = [];
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await addCampaign(asAda, { name })).id);
  await addCampaign(asBob, { name: 'Bobs' });
  const { body } = await asAda.api('GET', '/api/campaigns?limit=2');
  assert.equal(body.error, '0');
  const { campaigns, ...paging } = body.data as { campaigns: { id: number }[] };
  assert.deepEqual(paging, { result: 2, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 2 });
  assert.deepEqual(
    campaigns.map(({ id }) => id),
    ids.slice(0, 2),
  );
  assert.deepEqual(campaigns[0], {
    id: ids[0],
    name: 'Three',
    domain: 'Three',
    campaign: 'Three',
    public: false,
    rotator: false,
    list: `http://hop.test/u/ada/three-${Number(ids[0])}`,
  });
});

testHop('a link can be assigned directly, on creation and on update', async ({ app, asAda }) => {
  const { id } = await addCampaign(asAda, { name: 'Spring' });
  const links = [await addLink(asAda), await addLink(asAda, { campaign: id }), await addLink(asAda)];
  const { status, body } = await asAda.api('POST', `/api/campaign/${Number(id)}/assign/${links[0]}`);
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  await asAda.api('PUT', `/api/url/${links[2]}/update`, { url, campaign: String(id) });
  const inside = async () => {
    const rows = await app.db
      .selectFrom('links.link')
      .select('id')
      .where('campaign_id', '=', String(id))
      .orderBy('id')
      .execute();
    return rows.map((row) => Number(row.id));
  };
  assert.deepEqual(await inside(), links);
  const { id: other } = await addCampaign(asAda, { name: 'Summer' });
  await asAda.api('POST', `/api/campaign/${Number(other)}/assign/${links[1]}`);
  assert.deepEqual(await inside(), [links[0], links[2]]);
});

testHop('updating returns 200 with the same fields as creating', async ({ asAda }) => {
  const { id } = await addCampaign(asAda, { name: 'Spring', slug: 'spring', public: true });
  const path = `/api/campaign/${Number(id)}/update`;
  const { status, body } = await asAda.api('PUT', path, { name: 'Summer', slug: 'summer', public: true });
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.domain, body.rotator], [id, 'Summer', 'http://hop.test/r/summer']);
  const partial = await asAda.api('PUT', path, { name: 'Summer', slug: '' });
  assert.deepEqual([partial.body.public, partial.body.rotator], [true, 'http://hop.test/r/summer']);
  assert.equal((await asAda.api('PUT', path, { name: 'Summer', public: false })).body.rotator, false);
});

testHop('deleting works only once, keeps the links and frees the name and slug', async ({ asAda }) => {
  const { id } = await addCampaign(asAda, { name: 'Spring', slug: 'spring' });
  const link = await addLink(asAda, { campaign: id });
  const path = `/api/campaign/${Number(id)}/delete`;
  const { status, body } = await asAda.api('DELETE', path);
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  assert.equal((await asAda.api('DELETE', path)).status, 404);
  assert.equal((await asAda.api('GET', `/api/url/${link}`)).status, 200);
  await addCampaign(asAda, { name: 'Spring', slug: 'spring' });
});

testHop('returns 404 for campaigns of other accounts', async ({ asAda, asBob }) => {
  const id = Number((await addCampaign(asAda, { name: 'Spring' })).id);
  const bobs = Number((await addCampaign(asBob, { name: 'Bobs' })).id);
  const [adasLink, bobsLink] = [await addLink(asAda), await addLink(asBob)];
  const calls = [
    ['PUT', `/api/campaign/${id}/update`, 'Campaign'],
    ['DELETE', `/api/campaign/${id}/delete`, 'Campaign'],
    ['POST', `/api/campaign/${id}/assign/${bobsLink}`, 'Campaign'],
    ['POST', `/api/campaign/${bobs}/assign/${adasLink}`, 'Link'],
    ['DELETE', '/api/campaign/9007199254740991/delete', 'Campaign'],
  ] as const;
  for (const [method, path, what] of calls) {
    const answer = await asBob.api(method, path, method === 'PUT' ? { name: 'Mine' } : undefined);
    assert.deepEqual(answer, { status: 404, body: { error: 1, message: `${what} not found` } }, path);
  }
});

testHop('rejects invalid values with status 400', async ({ asAda, asBob }) => {
  await addCampaign(asAda, { name: 'Taken', slug: 'adas' });
  await addCampaign(asBob, { name: 'Bobs', slug: 'bobs' });
  const id = Number((await addCampaign(asAda, { name: 'Spring' })).id);
  const rows: [object, RegExp][] = [
    [{ name: 'a' }, /at least 2/],
    [{ name: 'x'.repeat(101) }, /at most 100/],
    [{ name: 7 }, /name/],
    [{ name: ' TAKEN ' }, /^You already have a campaign with this name\.$/],
    [{ name: 'New', slug: 'a' }, /at least 2/],
    [{ name: 'New', slug: 'x'.repeat(61) }, /at most 60/],
    [{ name: 'New', slug: 'a b' }, /letters, digits/],
    [{ name: 'New', slug: 'bobs' }, /taken/],
    [{ name: 'New', slug: 'BOBS' }, /taken/],
    [{ name: 'New', public: 'perhaps' }, /public/],
  ];
  for (const [body, message] of rows) {
    for (const [method, path] of [
      ['POST', '/api/campaign/add'],
      ['PUT', `/api/campaign/${id}/update`],
    ] as const) {
      const answer = await asAda.api(method, path, body);
      assert.deepEqual([answer.status, answer.body.error], [400, 1], `${method} ${JSON.stringify(body)}`);
      assert.match(String(answer.body.message), message);
    }
  }
  for (const body of [{}, { name: '' }])
    assert.equal((await asAda.api('PUT', `/api/campaign/${id}/update`, body)).status, 400);
  assert.equal((await asAda.api('POST', `/api/campaign/${id}/assign/abc`)).status, 400);
});

testHop('every call requires a key', async ({ asNobody }) => {
  for (const [method, path] of [
    ['GET', '/api/campaigns'],
    ['POST', '/api/campaign/add'],
    ['POST', '/api/campaign/1/assign/1'],
    ['PUT', '/api/campaign/1/update'],
    ['DELETE', '/api/campaign/1/delete'],
  ] as const)
    assert.equal((await asNobody.api(method, path, { name: 'Spring' })).status, 401, path);
});
