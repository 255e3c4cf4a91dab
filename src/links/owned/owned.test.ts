import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { ownedTags } from '../tags/tags.ts';
import { deleteOwned, getOwned, restoreOwned } from './owned.ts';

test('objects of other accounts cannot be read, deleted or restored', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await ownedTags.add(app, ada, { name: 'print' });
  for (const act of [getOwned, deleteOwned, restoreOwned])
    await assert.rejects(act(app, bob, ownedTags, id), { kind: 'missing' });
  assert.equal((await getOwned(app, ada, ownedTags, id)).name, 'print');
  await deleteOwned(app, ada, ownedTags, id);
  await assert.rejects(restoreOwned(app, bob, ownedTags, id), { kind: 'missing' });
  await assert.rejects(deleteOwned(app, ada, ownedTags, id), { kind: 'missing' });
  assert.equal((await restoreOwned(app, ada, ownedTags, id)).id, id);
});

test('a list returns one page and the count of all pages', async (app) => {
  const ada = await addPerson(app, 'ada');
  for (const name of ['c', 'a', 'b']) await ownedTags.add(app, ada, { name });
  const { rows, total } = await ownedTags.list(app, ada, { page: 2, perPage: 2 });
  assert.deepEqual([rows.map(({ name }) => name), total], [['c'], 3]);
});
