import type { KyselyPlugin } from 'kysely';
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { getNumberedPage, type PageNumber } from './queries.ts';

test('counts a list’s total only when a page does not imply it', async (app) => {
  for (const name of ['ada', 'bob', 'carol', 'dave', 'erin']) await addPerson(app, name);
  const read = async (page: PageNumber) => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        statements += 1;
        return Promise.resolve(result);
      },
    };
    const db: TestApp['db'] = app.db.withPlugin(counting);
    const people = db.selectFrom('identity.account').where('is_former', '=', false);
    const { rows, total } = await getNumberedPage(people, page, (query) =>
      query.orderBy('id').select('username'),
    );
    return { names: rows.map(({ username }) => username), total, statements };
  };
  const last = { names: ['erin'], total: 5, statements: 1 };
  assert.deepEqual(await read({ page: 1, perPage: 2 }), { names: ['ada', 'bob'], total: 5, statements: 2 });
  assert.deepEqual(await read({ page: 3, perPage: 2 }), last);
  assert.deepEqual(await read({ page: 2, perPage: 4 }), last);
  assert.deepEqual(
    await read({ page: 9, perPage: 2 }),
    { names: [], total: 5, statements: 2 },
    'a page after the last is empty',
  );
  assert.equal((await read({ page: 1, perPage: 5 })).statements, 2, 'a full page does not imply the total');
  assert.deepEqual((await read({ page: 1, perPage: 6 })).statements, 1);
});
