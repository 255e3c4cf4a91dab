import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { compileForMember, compileForViewer, compileOnce, whenGiven } from './queries.ts';

test('adds a filter to the query only if its value is given', ({ db }) => {
  const compile = (before: string | undefined) =>
    db
      .selectFrom('system.outbox_mail')
      .select('id')
      .$call(whenGiven(before, (query, id) => query.where('id', '<', id)))
      .compile();
  assert.deepEqual(compile(undefined).parameters, []);
  assert.doesNotMatch(compile(undefined).sql, /where/);
  assert.deepEqual(compile('7').parameters, ['7']);
  assert.match(compile('7').sql, /where "id" < \$1$/);
  // An empty value is a value.
  assert.deepEqual(compile('').parameters, ['']);
});

test('builds a query once for each shape, and runs it with the values of each call', async ({ db }) => {
  let built = 0;
  const roles = compileOnce((db, { names }: { names: string[] }, shape: { from: number }) => {
    built += 1;
    return db
      .selectFrom('identity.role')
      .where('name', '=', sql<string>`any(${names}::text[])`)
      .orderBy('name')
      .offset(shape.from)
      .select('name');
  });
  const named = async (names: string[], from: number) =>
    (await roles(db, { names }, { from })).map(({ name }) => name);
  assert.deepEqual(await named(['member', 'operator'], 0), ['member', 'operator']);
  assert.deepEqual(await named(['operator'], 0), ['operator']);
  assert.equal(built, 1);
  assert.deepEqual(await named(['member', 'operator'], 1), ['operator']);
  assert.equal(built, 2);
  for (let from = 2; from < 100; from += 1) await named(['operator'], from);
  const before: number = built;
  assert.deepEqual(await named(['operator'], 99), []);
  assert.equal(built, before + 1, 'the number of remembered shapes is bounded');
});

test('builds a query once for viewers with the same permissions', async ({ db }) => {
  let built = 0;
  const whoAsks = compileForViewer((_db, viewer, { word }: { word: string | undefined }) => {
    built += 1;
    return sql<{ id: string | null; sees: boolean; word: string | null }>`
      select ${viewer?.id ?? null}::text as id, ${sql.lit(viewer?.permissions.includes('moderate') ?? false)} as sees,
        ${word ?? null}::text as word`;
  });
  const ask = async (viewer: { id: string; permissions: string[] } | undefined, word?: string) =>
    (await whoAsks(db, viewer, { word }, undefined))[0];
  assert.deepEqual(await ask({ id: '1', permissions: [] }, 'a'), { id: '1', sees: false, word: 'a' });
  assert.deepEqual(await ask({ id: '2', permissions: [] }, 'b'), { id: '2', sees: false, word: 'b' });
  assert.equal(built, 1);
  assert.deepEqual(await ask({ id: '2', permissions: ['moderate'] }, 'b'), {
    id: '2',
    sees: true,
    word: 'b',
  });
  assert.deepEqual(await ask(undefined, 'b'), { id: null, sees: false, word: 'b' });
  assert.deepEqual(await ask({ id: '2', permissions: [] }), { id: '2', sees: false, word: null });
  assert.equal(built, 4);
  const ofMember = compileForMember((_db, viewer) => sql<{ id: string }>`select ${viewer.id}::text as id`);
  assert.deepEqual(await ofMember(db, { id: '7', permissions: [] }, {}, undefined), [{ id: '7' }]);
});
