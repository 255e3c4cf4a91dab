import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../../test/app.ts';
import { compileOnce } from './compile-once.ts';

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
