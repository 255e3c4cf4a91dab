import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { getLink } from '../link/link.ts';
import { listLinks } from '../link/list-links.ts';
import { addLink } from './add-links.ts';
import { deleteLink, restoreLink } from './change-links.ts';
import { releaseAliases } from './jobs.ts';

const target = 'https://example.com/page';
const firstPage = { order: 'date', page: 1, perPage: 15 } as const;

test('a deleted link is not found, and is restored unchanged', async (app) => {
  const ada = await addPerson(app, 'ada');
  const link = await addLink(app, ada, { url: target, alias: 'spring' });
  await deleteLink(app, ada, link.id);
  await assert.rejects(getLink(app, ada, link.id), { kind: 'missing' });
  assert.equal((await listLinks(app, ada, firstPage)).length, 0);
  assert.deepEqual(await restoreLink(app, ada, link.id), link);
  assert.deepEqual(await getLink(app, ada, link.id), link);
});

test('a link is deleted only once and only by its owner', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, { url: target });
  await assert.rejects(deleteLink(app, bob, id), { kind: 'missing' });
  await deleteLink(app, ada, id);
  await assert.rejects(deleteLink(app, ada, id), { kind: 'missing' });
  await assert.rejects(restoreLink(app, bob, id), { kind: 'missing' });
});

test('an alias is free 30 days after its link was deleted, and the link can then not be restored', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, { url: target, alias: 'spring' });
  await deleteLink(app, ada, id);
  app.clock.turn(days(30));
  await releaseAliases(app);
  await addLink(app, bob, { url: target, alias: 'spring' });
  await assert.rejects(restoreLink(app, ada, id), { kind: 'conflict' });
});
