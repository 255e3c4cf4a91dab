import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { whenGiven } from './when-given.ts';

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
