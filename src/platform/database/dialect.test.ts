import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';

test('inlines values that affect the plan into the statement, and no others', ({ db }) => {
  const list = (author: string, page: number) =>
    db
      .selectFrom('social.post')
      .select('id')
      .where('kind', 'in', ['thread', 'reply'])
      .where('privacy', '=', 'public')
      .where('author_id', '=', author)
      .limit(21)
      .offset(page * 20)
      .compile();
  const first = list('7', 0);
  assert.match(
    first.sql,
    /"kind" in \('thread', 'reply'\) and "privacy" = 'public' and "author_id" = \$1 limit 21\s*$/,
  );
  assert.deepEqual(first.parameters, ['7']);
  assert.equal(list('8', 0).sql, first.sql);
  assert.match(list('7', 3).sql, /limit 21 offset 60$/);
});

test('uses a partial unique index for an upsert', async ({ db, clock }) => {
  const former = {
    username: 'former',
    email: 'former',
    password_hash: '',
    first_name: '',
    last_name: '',
    is_former: true,
  };
  const add = () =>
    db
      .insertInto('identity.account')
      .values({ ...former, registered_at: clock.now() })
      .onConflict((conflict) => conflict.column('is_former').where('is_former', '=', true).doNothing())
      .returning('id')
      .execute();
  assert.deepEqual([(await add()).length, (await add()).length], [1, 0]);
});

test('inlines only known constants into the statement', ({ db }) => {
  const typed = "x' or true --";
  const { sql: text, parameters } = db
    .selectFrom('social.post')
    .select('id')
    .where('kind', '=', typed)
    .where('text', '=', 'post')
    .compile();
  assert.match(text, /"kind" = \$1 and "text" = \$2$/);
  assert.deepEqual(parameters, [typed, 'post']);
});

test('plans a statement once for all values of its parameters', async ({ db }) => {
  const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db);
  assert.deepEqual(rows, [{ mode: 'force_generic_plan' }]);
});

test('compiles no statement, whatever the server does otherwise', async ({ db }) => {
  const { rows } = await sql<{ jit: string; source: string }>`
    select setting as jit, source from pg_settings where name = 'jit'`.execute(db);
  assert.deepEqual(rows, [{ jit: 'off', source: 'client' }]);
});
