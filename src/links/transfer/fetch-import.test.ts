import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { timesReference } from '../../../test/pathological/cost.ts';
import { withRemote } from '../../../test/peers/remote-links.ts';
import { addPerson } from '../../../test/world.ts';
import { getLinkImport } from './import/reading.ts';
import { addRemoteImport, fetchImportJob } from './fetch-import.ts';
import { checkImportJob, deleteImport, runLinkImportJob, startLinkImport } from './import/imports.ts';

/** Units of the reference for a page: about 75 ms. */
const most = 15;
const count = 230;
const urlsOf = (page: number, shift = 0) => {
  const all = Array.from({ length: count + shift }, (_, n) => count + shift - n);
  const urls = all.slice((page - 1) * 100, page * 100).map((n) => ({
    id: n,
    alias: `far-${n}`,
    shorturl: `https://go.example.org/far-${n}`,
    longurl: `https://example.com/${n}`,
    clicks: n,
    title: `Title ${n}`,
    description: `Note ${n}`,
    date: '2024-03-01 10:00:00',
  }));
  const maxpage = Math.ceil(all.length / 100);
  return {
    result: urls.length,
    perpage: 100,
    currentpage: page,
    nextpage: page < maxpage ? page + 1 : null,
    maxpage,
    urls,
  };
};

test('links of another installation are read by address and key, and continue after an interruption', async (own) => {
  const ada = await addPerson(own, 'ada');
  let fails = true;
  const { app, asked } = withRemote(own, ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page'));
    // The service goes away before the second page, and has one link more when it is back.
    if (page === 2 && fails) return undefined;
    return { status: 200, body: { error: 0, data: urlsOf(page, page > 1 ? 1 : 0) } };
  });
  const id = await addRemoteImport(app, ada, { address: 'go.example.org/api/', key: ' Bearer far-key ' });
  const key = () =>
    app.db.selectFrom('links.import').select('source_key').where('id', '=', id).executeTakeFirstOrThrow();
  assert.ok(!(await key()).source_key?.toString('latin1').includes('far-key'), 'the key is sealed');
  await assert.rejects(fetchImportJob.work(app, { id }), /cannot be reached/);
  const paused = await getLinkImport(app, ada, id);
  assert.deepEqual([paused.isFetching, paused.fetched, paused.fetchTotal], [true, 100, 300]);
  fails = false;
  await fetchImportJob.work(app, { id });
  assert.deepEqual(
    asked.map(({ url }) => url.replace('https://go.example.org/api/urls?limit=100&', '')),
    ['page=1&order=date', 'page=2&order=date', 'page=2&order=date', 'page=3&order=date'],
  );
  assert.equal(asked[0]?.headers.authorization, 'Bearer far-key');
  assert.equal((await key()).source_key, null);
  await checkImportJob.work(app, { id });
  const checked = await getLinkImport(app, ada, id);
  assert.deepEqual([checked.format, checked.rowCount, checked.isFetching], ['gempixel', count, false]);
  await startLinkImport(app, ada, id);
  await runLinkImportJob.work(app, { id });
  assert.deepEqual(
    [(await getLinkImport(app, ada, id)).created, (await getLinkImport(app, ada, id)).refused],
    [count, 0],
  );
  const seven = await app.db
    .selectFrom('links.link')
    .select(['url', 'title', 'description', 'created_at'])
    .where('alias', '=', 'far-7')
    .executeTakeFirstOrThrow();
  assert.deepEqual(seven, {
    url: 'https://example.com/7',
    title: 'Title 7',
    description: 'Note 7',
    created_at: new Date('2024-03-01T10:00:00Z'),
  });
});

const refused: [string, { status: number; body: unknown }, RegExp][] = [
  [
    'a wrong key',
    { status: 401, body: { error: 1, message: 'Invalid API key' } },
    /does not accept this API key/,
  ],
  ['an error with status 200', { status: 200, body: { error: 1, message: 'No such plan' } }, /No such plan/],
  ['a page instead of an API', { status: 200, body: '<!doctype html>' }, /no API of this kind/],
  ['a redirect', { status: 302, body: '' }, /no API of this kind/],
  ['another API', { status: 200, body: { data: { links: [] } } }, /no API of this kind/],
  ['no links', { status: 200, body: { error: '0', data: { ...urlsOf(9), maxpage: 1 } } }, /has no links/],
];
for (const [title, answer, message] of refused)
  test(`an import from another service ends with its reason and without its key: ${title}`, async (own) => {
    const ada = await addPerson(own, 'ada');
    const { app } = withRemote(own, () => answer);
    const id = await addRemoteImport(app, ada, { address: 'https://go.example.org', key: 'k' });
    await fetchImportJob.work(app, { id });
    const found = await getLinkImport(app, ada, id);
    assert.match(found.problem ?? '', message);
    assert.equal(found.isFetching, false);
  });

test('a service that asks to wait is asked again later', async (own) => {
  const ada = await addPerson(own, 'ada');
  const { app, asked } = withRemote(own, () => ({ status: 429, body: '' }));
  const id = await addRemoteImport(app, ada, { address: 'https://go.example.org', key: 'k' });
  await fetchImportJob.work(app, { id });
  assert.equal(asked.length, 1);
  assert.deepEqual(
    [(await getLinkImport(app, ada, id)).isFetching, (await getLinkImport(app, ada, id)).problem],
    [true, null],
  );
});

test('addresses and keys that cannot be used are refused at their field', async (app) => {
  const ada = await addPerson(app, 'ada');
  const rows: [string, string, string][] = [
    ['', 'k', 'address'],
    ['ftp://example.org', 'k', 'address'],
    ['localhost', 'k', 'address'],
    ['https://a:b@example.org', 'k', 'address'],
    ['https://go.example.org', '', 'key'],
    ['https://go.example.org', 'two words', 'key'],
    ['https://go.example.org', 'x'.repeat(501), 'key'],
  ];
  for (const [address, key, field] of rows)
    await assert.rejects(addRemoteImport(app, ada, { address, key }), { name: 'Problem', field }, address);
});

test('a page of a million records costs the serving process little', async (own) => {
  const ada = await addPerson(own, 'ada');
  const body = `{"error":0,"data":{"urls":[${'{},'.repeat(1_500_000)}{}]}}`;
  const { app } = withRemote(own, () => ({ status: 200, body }));
  const times = await timesReference(
    most,
    () => addRemoteImport(app, ada, { address: 'https://go.example.org', key: 'k' }),
    async (id) => {
      await fetchImportJob.work(app, { id });
      assert.match(
        (await getLinkImport(app, ada, id)).problem ?? '',
        /more links than can be imported|memory|long/,
      );
      await deleteImport(app, ada, id);
    },
  );
  assert.ok(times <= most, `${times.toFixed(0)} times the reference`);
});
