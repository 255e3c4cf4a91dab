import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { rebuildIndexesJob } from './rebuild-indexes.ts';

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
