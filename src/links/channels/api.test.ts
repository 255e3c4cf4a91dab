import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function add(hop: Hop, path: string, body: object): Promise<number> {
  const answer = await hop.api('POST', path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}
const addLink = (hop: Hop, body: object = {}) => add(hop, '/api/url/add', { url, ...body });
const addChannel = (hop: Hop, body: object = {}) => add(hop, '/api/channel/add', { name: 'News', ...body });

/** Returns the list under `key` of a list response. */
async function list(hop: Hop, path: string, key: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await hop.api('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.data as Record<string, Record<string, unknown>[]>)[key] ?? [];
}

testHop('creating a channel returns all of its fields', async ({ asAda }) => {
  const said = { name: 'News', description: 'By mail', color: '#0A7d55', starred: true };
  const { status, body } = await asAda.api('POST', '/api/channel/add', said);
  assert.deepEqual({ status, body }, { status: 200, body: { error: 0, id: body.id, ...said } });
  assert.ok(Number.isInteger(body.id));
  for (const blank of ['', null, false]) {
    const name = `Blank ${String(blank)}`;
    const answer = await asAda.api('POST', '/api/channel/add', {
      name,
      description: blank,
      color: blank,
      starred: blank,
    });
    const { description, color, starred } = answer.body;
    assert.deepEqual({ description, color, starred }, { description: '', color: '#000000', starred: false });
  }
  for (const starred of ['true', '1', 1])
    assert.equal(
      (await asAda.api('POST', '/api/channel/add', { name: `S ${typeof starred}${starred}`, starred })).body
        .starred,
      true,
    );
});

testHop('lists channels with starred ones first, with pagination', async ({ asAda, asBob }) => {
  const first = await addChannel(asAda);
  const second = await addChannel(asAda, { name: 'Second', starred: true });
  const third = await addChannel(asAda, { name: 'Third' });
  await addChannel(asBob);
  const { body } = await asAda.api('GET', '/api/channels?limit=2');
  assert.equal(body.error, '0');
  const { channels, ...paging } = body.data as { channels: { id: number }[] };
  assert.deepEqual(paging, { result: 2, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 2 });
  assert.deepEqual(
    channels.map(({ id }) => id),
    [second, first],
  );
  assert.deepEqual(channels[1], {
    id: first,
    name: 'News',
    description: '',
    color: '#000000',
    starred: false,
  });
  assert.deepEqual((await list(asAda, '/api/channels?limit=2&page=2', 'channels'))[0]?.id, third);
  for (const query of ['page=0', 'limit=0', 'limit=x'])
    assert.equal((await asAda.api('GET', `/api/channels?${query}`)).status, 400, query);
});

testHop('links can be added to a channel directly, on creation and on update', async ({ asAda }) => {
  const id = await addChannel(asAda);
  const link = await addLink(asAda, { custom: 'spring', metatitle: 'Spring' });
  for (let times = 0; times < 2; times++) {
    const { status, body } = await asAda.api('POST', `/api/channel/${id}/assign/links/${link}`);
    assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  }
  const { body } = await asAda.api('GET', `/api/channel/${id}`);
  assert.equal(body.error, '0');
  assert.deepEqual(body.data, {
    result: 1,
    perpage: 15,
    currentpage: 1,
    nextpage: 0,
    maxpage: 1,
    items: [
      {
        type: 'links',
        id: link,
        title: 'Spring',
        preview: url,
        link: 'http://hop.test/spring',
        date: '2026-03-01',
      },
    ],
  });
  const created = await addLink(asAda, { channel: id });
  const changed = await addLink(asAda);
  const change = await asAda.api('PUT', `/api/url/${changed}/update`, { url, channel: String(id) });
  assert.equal(change.status, 200);
  const ids = async () => (await list(asAda, `/api/channel/${id}`, 'items')).map((item) => item.id);
  assert.deepEqual(await ids(), [changed, created, link]);
  await asAda.api('DELETE', `/api/url/${created}/delete`);
  assert.deepEqual(await ids(), [changed, link]);
});

testHop('a link with a rejected channel is not created', async ({ asAda, asBob }) => {
  const id = await addChannel(asBob);
  for (const body of [
    { url, channel: id },
    { url, channel: id, custom: 'spring' },
  ]) {
    const answer = await asAda.api('POST', '/api/url/add', body);
    assert.deepEqual(answer, { status: 404, body: { error: 1, message: 'Channel not found' } });
  }
  assert.deepEqual(await list(asAda, '/api/urls', 'urls'), []);
});

testHop('an update changes only the given fields and returns them', async ({ asAda }) => {
  const id = await addChannel(asAda, { description: 'By mail', color: '#0a7d55', starred: true });
  const path = `/api/channel/${id}/update`;
  const { status, body } = await asAda.api('PUT', path, { name: 'Mail', starred: false });
  const { message, ...rest } = body;
  assert.equal(status, 200);
  assert.equal(typeof message, 'string');
  assert.deepEqual(rest, {
    error: 0,
    id,
    name: 'Mail',
    description: 'By mail',
    color: '#0a7d55',
    starred: false,
  });
  const blank = await asAda.api('PUT', path, { name: '', description: '', color: '', starred: '' });
  assert.deepEqual([blank.body.name, blank.body.description, blank.body.color], ['Mail', '', '#0a7d55']);
  assert.equal((await asAda.api('PUT', path, { name: 'MAIL' })).body.name, 'MAIL');
});

testHop('deleting a channel unassigns its items and frees its name', async ({ asAda }) => {
  const id = await addChannel(asAda);
  const link = await addLink(asAda, { channel: id });
  const { status, body } = await asAda.api('DELETE', `/api/channel/${id}/delete`);
  assert.deepEqual([status, body.error, typeof body.message], [200, 0, 'string']);
  assert.equal((await asAda.api('DELETE', `/api/channel/${id}/delete`)).status, 404);
  assert.equal((await asAda.api('GET', `/api/channel/${id}`)).status, 404);
  assert.equal((await asAda.api('GET', `/api/url/${link}`)).status, 200);
  const again = await addChannel(asAda);
  assert.deepEqual(await list(asAda, `/api/channel/${again}`, 'items'), []);
});

testHop('returns 404 for channels of other accounts', async ({ asAda, asBob }) => {
  const id = await addChannel(asAda);
  const [adas, bobs] = [await addLink(asAda), await addLink(asBob)];
  const bobsChannel = await addChannel(asBob);
  const calls = [
    ['GET', `/api/channel/${id}`, 'Channel'],
    ['PUT', `/api/channel/${id}/update`, 'Channel'],
    ['DELETE', `/api/channel/${id}/delete`, 'Channel'],
    ['POST', `/api/channel/${id}/assign/links/${bobs}`, 'Channel'],
    ['POST', `/api/channel/${bobsChannel}/assign/links/${adas}`, 'Link'],
    ['POST', `/api/channel/${bobsChannel}/assign/bio/1`, 'Bio page'],
    ['POST', `/api/channel/${bobsChannel}/assign/qr/1`, 'QR code'],
    ['GET', '/api/channel/9007199254740991', 'Channel'],
  ] as const;
  for (const [method, path, what] of calls) {
    const answer = await asBob.api(method, path, method === 'PUT' ? { name: 'Mine' } : undefined);
    assert.deepEqual(answer, { status: 404, body: { error: 1, message: `${what} not found` } }, path);
  }
  assert.equal((await asAda.api('GET', `/api/channel/${id}`)).status, 200);
});

testHop('rejects invalid values with status 400', async ({ asAda }) => {
  await addChannel(asAda, { name: 'Taken' });
  const id = await addChannel(asAda);
  const rows: [object, RegExp][] = [
    [{}, /name is required/],
    [{ name: '' }, /at least 2/],
    [{ name: 'a' }, /at least 2/],
    [{ name: 'x'.repeat(101) }, /at most 100/],
    [{ name: 7 }, /name/],
    [{ name: 'Taken' }, /^You already have a channel with this name\.$/],
    [{ name: ' taken ' }, /^You already have a channel with this name\.$/],
    [{ name: 'New', color: 'red' }, /#RRGGBB/],
    [{ name: 'New', description: 'x'.repeat(501) }, /500/],
    [{ name: 'New', starred: 'often' }, /starred/],
    [{ name: 'a\0b' }, /NUL/],
  ];
  for (const [body, message] of rows) {
    const answer = await asAda.api('POST', '/api/channel/add', body);
    assert.deepEqual([answer.status, answer.body.error], [400, 1], JSON.stringify(body));
    assert.match(String(answer.body.message), message);
  }
  assert.equal((await asAda.api('PUT', `/api/channel/${id}/update`, { name: 'taken' })).status, 400);
  assert.equal((await asAda.api('POST', `/api/channel/${id}/assign/cats/1`)).status, 400);
  assert.equal((await asAda.api('GET', '/api/channel/abc')).status, 400);
});

testHop('every call requires a key', async ({ asNobody }) => {
  for (const [method, path] of [
    ['GET', '/api/channels'],
    ['GET', '/api/channel/1'],
    ['POST', '/api/channel/add'],
    ['POST', '/api/channel/1/assign/links/1'],
    ['PUT', '/api/channel/1/update'],
    ['DELETE', '/api/channel/1/delete'],
  ] as const)
    assert.equal((await asNobody.api(method, path, { name: 'News' })).status, 401, path);
});
