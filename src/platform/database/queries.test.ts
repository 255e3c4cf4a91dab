import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { compileOnce, whenGiven } from './queries.ts';

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
});
