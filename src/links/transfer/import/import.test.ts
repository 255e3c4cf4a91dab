import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../../test/app.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { linksOf, readImport, runImport } from '../../../../test/links.ts';
import { addPerson } from '../../../../test/world.ts';
import type { App } from '../../../platform/app.ts';
import { addLink } from '../../shorten/add-links.ts';
import { addLinkImport, purgeLinkImports, startLinkImport, updateImport } from './imports.ts';
import { checkImport } from './check-import.ts';
import type { LinkImport, ImportPreview } from './import.ts';
import { findPreview, getLinkImport } from './reading.ts';
import { runLinkImport } from './run-import.ts';

const url = 'https://example.com/page';

const csv = (...rows: string[]) => Buffer.from(['url,alias,tags', ...rows].join('\n'));

async function previewOf(app: App, { id }: LinkImport): Promise<ImportPreview> {
  await checkImport(app, { id });
  const preview = await findPreview(app, id);
  assert.ok(preview);
  return preview;
}

test('a preview lists the links that an import would create, and rejected rows with reasons', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addLink(app, ada, { url, alias: 'taken' });
  const rows = csv(
    `${url},one,"a, b"`,
    `${url},taken,`,
    `${url},one,`,
    'nonsense,two,',
    `${url},x.y,`,
    `${url},,`,
  );
  const found = await readImport(app, ada, rows);
  assert.deepEqual([found.format, found.rowCount, found.startedAt], ['columns', 6, null]);
  const preview = await previewOf(app, found);
  assert.deepEqual([preview.rows, preview.created, preview.refused], [6, 2, 4]);
  assert.deepEqual(preview.refusals.map(({ row, field }) => [row, field]).sort(), [
    [2, 'custom'],
    [3, 'custom'],
    [4, 'url'],
    [5, 'custom'],
  ]);
  assert.equal((await linksOf(app, ada)).length, 1);
  const renamed = await updateImport(app, ada, found.id, { ...found, duplicates: 'rename' });
  const again = await previewOf(app, renamed);
  assert.deepEqual(
    [again.created, again.refused, again.sample.filter(({ isRenamed }) => isRenamed).length],
    [4, 2, 2],
  );
});

test('only a job parses a file, and each change of settings gets its own preview', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLinkImport(app, ada, { name: 'links.csv', body: csv(`${url},one,`) });
  const found = await getLinkImport(app, ada, id);
  assert.deepEqual([found.rowCount, found.isChecked], [0, false]);
  await assert.rejects(updateImport(app, ada, id, found), { kind: 'conflict', message: /being read/ });
  await assert.rejects(startLinkImport(app, ada, id), { kind: 'conflict' });
  await checkImport(app, { id });
  const preview = await findPreview(app, id);
  assert.deepEqual(preview?.sample, [
    { row: 1, host: '', alias: 'one', url, title: '', tags: [], clicks: 0, isRenamed: false },
  ]);
  const changed = await updateImport(app, ada, id, {
    ...(await getLinkImport(app, ada, id)),
    duplicates: 'rename',
  });
  assert.deepEqual([changed.rowCount, changed.isChecked, await findPreview(app, id)], [1, false, undefined]);
  const keys = (await queuedJobs(app)).map(({ name, key }) => [name, key]);
  assert.deepEqual(keys, [['links.check-import', `links.import:check:${id}`]]);
});

test('a failed import shows the reason', async (app) => {
  const ada = await addPerson(app, 'ada');
  const few = { ...app, config: { ...app.config, HOP_IMPORT_ROWS: 2 } };
  for (const [body, problem] of [
    ['url\n', /no rows/],
    ['{', /as JSON/],
    [`url\n${url}\n${url}\n${url}\n`, /more than 2 rows/],
  ] as const) {
    const found = await readImport(few, ada, Buffer.from(body));
    assert.match(String(found.problem), problem);
    assert.equal(found.isChecked, false);
    await assert.rejects(startLinkImport(app, ada, found.id), { kind: 'invalid' });
  }
});

test('an account has a limited number of pending files, and its imports run one after the other', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  for (let index = 0; index < 5; index += 1) await readImport(app, ada, csv(`${url},,`));
  const sixth = { name: 'more.csv', body: csv(`${url},,`) };
  await assert.rejects(addLinkImport(app, ada, sixth), {
    kind: 'conflict',
    field: 'file',
    message: /5 pending imports/,
  });
  await addLinkImport(app, bob, sixth);
  const { rows } = await sql<{ queue_name: string; jobs: number }>`
    select queue_name, count(*)::int as jobs from graphile_worker._private_jobs as job
    join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
    group by queue_name order by jobs`.execute(app.db);
  assert.deepEqual(rows, [
    { queue_name: `links.import:${bob.id}`, jobs: 1 },
    { queue_name: `links.import:${ada.id}`, jobs: 5 },
  ]);
});

test('the job creates the previewed links, reports the rest, and deletes the file', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addLink(app, ada, { url, alias: 'taken' });
  const done = await runImport(
    app,
    ada,
    await readImport(app, ada, csv(`${url}/1,one,"a, b"`, `${url},taken,`, 'nonsense,two,')),
  );
  assert.deepEqual([done.created, done.refused, done.nextRow], [1, 2, 4]);
  assert.deepEqual(done.finishedAt, app.clock.now());
  const [, created] = await linksOf(app, ada);
  assert.deepEqual([created?.alias, created?.url, created?.tags], ['one', `${url}/1`, ['a', 'b']]);
  const refusals = await app.db
    .selectFrom('links.import_refusal')
    .select(['row_number', 'field', 'alias'])
    .orderBy('row_number')
    .execute();
  assert.deepEqual(refusals, [
    { row_number: 2, field: 'custom', alias: 'taken' },
    { row_number: 3, field: 'url', alias: 'two' },
  ]);
  assert.equal((await app.db.selectFrom('links.import_file').select('import_id').execute()).length, 0);
});

test('a taken alias is changed if that option is selected', async (app) => {
  const ada = await addPerson(app, 'ada');
  const found = await readImport(
    app,
    ada,
    csv(`${url},sale,`, `${url},sale,`, `${url},sale,`, `${url},sale,`),
  );
  const done = await runImport(
    app,
    ada,
    await updateImport(app, ada, found.id, { ...found, duplicates: 'rename' }),
  );
  const aliases = (await linksOf(app, ada)).map(({ alias }) => alias);
  assert.deepEqual(aliases.slice(0, 3), ['sale', 'sale-2', 'sale-3']);
  assert.deepEqual([aliases.length, done.created, done.refused], [4, 4, 0]);
});

test('an interrupted import continues at its next row, and a finished one does nothing', async (app) => {
  const ada = await addPerson(app, 'ada');
  const rows = Array.from({ length: 250 }, (_, index) => `${url}/${index},link-${index},`);
  const found = await readImport(app, ada, csv(...rows));
  await startLinkImport(app, ada, found.id);
  await startLinkImport(app, ada, found.id);
  assert.equal((await queuedJobs(app)).filter(({ name }) => name === 'links.import').length, 1);
  // The state after a process died following two batches.
  await app.db
    .updateTable('links.import')
    .set({ next_row: 201, created: 200 })
    .where('id', '=', found.id)
    .execute();
  await runLinkImport(app, { id: found.id });
  await runLinkImport(app, { id: found.id });
  const aliases = (await linksOf(app, ada)).map(({ alias }) => alias);
  assert.deepEqual([aliases.length, aliases[0], aliases.at(-1)], [50, 'link-200', 'link-249']);
  assert.equal((await getLinkImport(app, ada, found.id)).created, 250);
});

testWithDatabase('two processes that run the same import create each link once', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const rows = Array.from({ length: 230 }, (_, index) => `${url},,tag ${index % 3}`);
  const found = await readImport(app, ada, csv(...rows));
  await startLinkImport(app, ada, found.id);
  await Promise.all([runLinkImport(app, { id: found.id }), runLinkImport(app, { id: found.id })]);
  await runLinkImport(app, { id: found.id });
  assert.equal((await linksOf(app, ada)).length, 230);
  assert.equal((await getLinkImport(app, ada, found.id)).created, 230);
});

test('unstarted imports are deleted after a week, and reports after three months', async (app) => {
  const ada = await addPerson(app, 'ada');
  await readImport(app, ada, csv(`${url},,`));
  const done = await runImport(app, ada, await readImport(app, ada, csv(`${url},,`)));
  app.clock.turn(8 * 86_400_000);
  await purgeLinkImports(app);
  const left = () => app.db.selectFrom('links.import').select('id').execute();
  assert.deepEqual(await left(), [{ id: done.id }]);
  app.clock.turn(90 * 86_400_000);
  await purgeLinkImports(app);
  assert.deepEqual(await left(), []);
});
