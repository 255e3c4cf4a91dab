import { sql } from 'kysely';
import { Type } from 'typebox';
import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { inTransaction } from '../app.ts';
import { newPath } from '../files/path.ts';
import { addJob, jobKind } from './jobs.ts';
import { rebuildIndexesJob, sweepFiles, systemJobs } from './system-jobs.ts';

testWithDatabase('rebuilds the listed indexes once', async ({ app }) => {
  const files = async () => {
    const { rows } = await sql<{ file: number; is_valid: boolean }>`
      select relfilenode as file, indisvalid as is_valid from pg_class join pg_index on indexrelid = pg_class.oid
      where pg_class.oid in ('identity.account_by_name'::regclass, 'links.link_search'::regclass)
      order by relname`.execute(app.db);
    return rows;
  };
  const ada = await addPerson(app, 'ada');
  await sql`update identity.account set first_name = 'Zoë “Bo”' where id = ${ada.id}`.execute(app.db);
  await sql`insert into links.link (account_id, alias, url, title, created_at, updated_at)
    values (${ada.id}, 'tea', 'https://example.com/', 'l’hôtel', now(), now())`.execute(app.db);
  await sql`insert into system.stale_index (name) values ('identity.account_by_name'), ('links.link_search')`.execute(
    app.db,
  );
  const before = await files();
  await sql`create index account_by_name_ccnew on identity.account (id)`.execute(app.db);
  await sql`update pg_index set indisvalid = false
    where indexrelid = 'identity.account_by_name_ccnew'::regclass`.execute(app.db);
  assert.ok((await app.db.selectFrom('system.stale_index').select('name').execute()).length > 0);
  await rebuildIndexesJob.work(app, {});
  const after = await files();
  assert.ok(after.every(({ is_valid }) => is_valid));
  assert.ok(after.every(({ file }, n) => file !== before[n]?.file));
  assert.deepEqual(await app.db.selectFrom('system.stale_index').select('name').execute(), []);
  const { rows } = await sql`select from pg_class where relname like '%ccnew%'`.execute(app.db);
  assert.equal(rows.length, 0);
  await rebuildIndexesJob.work(app, {});
  assert.deepEqual(await files(), after);
  await sql`vacuum analyze identity.account, links.link, social.post, social.message`.execute(app.db);
});

testWithDatabase('deletes unreferenced files after a few days, and no others', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const put = async (name = 'photos') => {
    const path = newPath(name, 'image/webp', new Date());
    await app.files.put(path, Buffer.from('picture'), 'image/webp');
    return path;
  };
  const inColumn = await put();
  const small = inColumn.replace('.webp', '-small.webp');
  await app.files.put(small, Buffer.from('small'), 'image/webp');
  const inDocument = await put('avatars');
  const inAddress = await put();
  const orphan = await put();
  await app.db
    .updateTable('identity.account')
    .set({
      picture: inColumn,
      social_links: JSON.stringify([{ icon: inDocument }]),
      biography: `See ${app.files.address(inAddress)}.`,
    })
    .where('id', '=', ada.id)
    .execute();
  // As if the process died before its transaction committed.
  let rolledBack = '';
  await inTransaction(app, async ({ files, db }) => {
    rolledBack = newPath('photos', 'image/webp', new Date());
    await files.put(rolledBack, Buffer.from('picture'), 'image/webp');
    await db.updateTable('identity.account').set({ cover: rolledBack }).where('id', '=', ada.id).execute();
    throw new Error('the connection is lost');
  }).catch(() => undefined);

  const now = Date.now();
  const at = (time: number) => ({ ...app, clock: { now: () => new Date(time) } });
  assert.equal(await sweepFiles(at(now + days(2))), 0);
  assert.equal(await sweepFiles(at(now + days(4))), 2);
  const present = async (path: string) => (await app.files.find(path)) !== undefined;
  assert.deepEqual(
    await Promise.all([inColumn, small, inDocument, inAddress, orphan, rolledBack].map(present)),
    [true, true, true, true, false, false],
  );
  // Files in use are not checked again.
  assert.equal(await sweepFiles(at(now + days(400))), 0);
  assert.deepEqual(await app.db.selectFrom('system.stored_file').selectAll().execute(), []);
});

testWithDatabase('deletes jobs that failed for good after FAILED_JOB_DAYS', async ({ app }) => {
  const purge = (config: Partial<typeof app.config>) =>
    systemJobs
      .find(({ name }) => name === 'system.purge-failed-jobs')!
      .work({ ...app, config: { ...app.config, ...config } }, {});
  const count = async () =>
    (await sql`select from graphile_worker._private_jobs`.execute(app.db)).rows.length;
  const probe = jobKind('test.probe', Type.Object({}));
  for (let n = 0; n < 3; n += 1) await addJob(app, probe, {}, { maxAttempts: 1 });
  const now = app.clock.now();
  await sql`update graphile_worker._private_jobs set updated_at = ${now}`.execute(app.db);
  await sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${new Date(now.getTime() - days(91))}
    where id in (select id from graphile_worker._private_jobs order by id limit 1)`.execute(app.db);
  await purge({ FAILED_JOB_DAYS: 0 });
  assert.equal(await count(), 3);
  await purge({});
  assert.equal(await count(), 2);
});
