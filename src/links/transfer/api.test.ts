import assert from 'node:assert/strict';
import { type HopWorld, testHop } from '../../../test/ask-hop.ts';
import { createAccessKey } from '../../identity/access-keys.ts';
import { checkImport } from './import/check-import.ts';
import { runLinkImport } from './import/run-import.ts';

/** Uploads a file of links, as clients do. */
async function upload({ app, ask }: HopWorld, accountId: string, text: string) {
  const form = new FormData();
  form.set('file', new Blob([text]), 'links.csv');
  const request = new Response(form);
  const answer = await ask({
    method: 'POST',
    url: '/api/import/add',
    headers: {
      authorization: `Bearer ${await createAccessKey(app, accountId)}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.body) as { import: { id: number; state: string } },
  };
}

testHop('a file is read, checked, started and reported on', async (world) => {
  const { app, ada, asAda, asBob } = world;
  const { status, body } = await upload(
    world,
    ada.id,
    'Slug,Target\none,https://example.com/1\ntwo,nowhere\n',
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.import.state, 'reading');
  const path = `/api/import/${body.import.id}`;
  const id = String(body.import.id);
  await checkImport(app, { id });
  const mapping = { url: 'Target', alias: 'Slug' };
  const change = { format: 'columns', duplicates: 'rename', mapping };
  assert.equal((await asAda.api('PUT', `${path}/update`, change)).status, 200);
  await checkImport(app, { id });
  const { preview, ...read } = (await asAda.api('GET', path)).body as {
    preview: { created: number; rejected: number };
    import: { state: string; rows: number };
  };
  assert.deepEqual(
    [read.import.state, read.import.rows, preview.created, preview.rejected],
    ['ready', 2, 1, 1],
  );
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', '/update'],
    ['POST', '/start'],
    ['DELETE', '/delete'],
  ] as const)
    assert.equal(
      (await asBob.api(method, path + rest, method === 'PUT' ? change : undefined)).status,
      404,
      rest,
    );
  assert.equal((await asAda.api('POST', `${path}/start`)).status, 200);
  await runLinkImport(app, { id });
  const { imports } = (await asAda.api('GET', '/api/imports')).body as { imports: object[] };
  assert.partialDeepStrictEqual(imports[0], { state: 'finished', done: 2, created: 1, rejected: 1 });
  const headers = { authorization: `Bearer ${await createAccessKey(app, ada.id)}` };
  const rejected = await world.ask({ url: `${path}/rejected`, headers });
  assert.match(String(rejected.headers['content-type']), /text\/csv/);
  assert.match(rejected.body, /nowhere/);
  const links = await world.ask({ url: '/api/export/links', headers });
  assert.match(links.body, /,one,https:\/\/example\.com\/1,/);
  const everything = await world.ask({ url: '/api/export/everything', headers });
  assert.equal((JSON.parse(everything.body) as { format: string }).format, 'hop');
  assert.equal((await asAda.api('DELETE', `${path}/delete`)).status, 200);
});

testHop('rejects files and settings that cannot be', async (world) => {
  const { ada, asAda } = world;
  assert.equal((await upload(world, ada.id, '')).status, 400);
  assert.equal((await asAda.api('POST', '/api/import/add', {})).status, 400);
  const { id } = (await upload(world, ada.id, 'Slug,Target\none,https://example.com/1\n')).body.import;
  const path = `/api/import/${id}`;
  assert.equal((await asAda.api('POST', `${path}/start`)).status, 409, 'before it is read');
  const rows: object[] = [
    { format: 'excel' },
    { format: 'columns', duplicates: 'overwrite' },
    { format: 'columns', mapping: { destination: 'Target' } },
  ];
  for (const body of rows) assert.equal((await asAda.api('PUT', `${path}/update`, body)).status, 400);
  for (const body of [{ address: 'http://10.0.0.1', key: '' }, { address: '', key: 'a' }, {}])
    assert.equal((await asAda.api('POST', '/api/import/fetch', body)).status, 400);
});
