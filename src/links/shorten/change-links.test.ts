import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { getLink } from '../link/link.ts';
import { addLink } from './add-links.ts';
import { updateLink } from './change-links.ts';

const target = 'https://example.com/page';
const full = {
  url: target,
  alias: 'spring',
  title: 'Title',
  description: 'note',
  expiry: '2026-12-01',
} as const;

test('omitted fields do not change', async (app) => {
  const ada = await addPerson(app, 'ada');
  const before = await addLink(app, ada, { ...full, visibility: 'private' });
  const after = await updateLink(app, ada, before.id, { url: 'https://example.org/other' });
  assert.deepEqual(after, { ...before, url: 'https://example.org/other' });
  assert.deepEqual(await getLink(app, ada, before.id), after);
});

test('a blank value clears a title, note or expiry, and keeps the alias', async (app) => {
  const ada = await addPerson(app, 'ada');
  const before = await addLink(app, ada, full);
  const after = await updateLink(app, ada, before.id, {
    url: target,
    alias: '',
    title: '',
    description: '',
    expiry: '',
  });
  assert.deepEqual(after, { ...before, title: 'example.com', description: '', expiresAt: null });
});

test('a default title follows the destination', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, { url: target });
  assert.equal((await updateLink(app, ada, id, { url: 'https://www.example.org/' })).title, 'example.org');
  assert.equal((await updateLink(app, ada, id, { url: target, title: 'Mine' })).title, 'Mine');
  assert.equal((await updateLink(app, ada, id, { url: 'https://www.example.org/' })).title, 'Mine');
});

test('all fields can be updated', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, full);
  await updateLink(app, ada, id, {
    ...full,
    alias: 'Summer',
    title: 'New',
    visibility: 'private',
    expiry: '2027-01-01',
  });
  const { alias, title, visibility, expiresAt } = await getLink(app, ada, id);
  assert.deepEqual({ alias, title, visibility }, { alias: 'Summer', title: 'New', visibility: 'private' });
  assert.deepEqual(expiresAt, new Date('2027-01-01T00:00:00Z'));
});

test('an expired link can be updated without changing its expiry', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, { url: target, expiry: '2026-03-02' });
  app.clock.set(new Date('2026-04-01T00:00:00Z'));
  await updateLink(app, ada, id, { url: target, title: 'Over', expiry: '2026-03-02T00:00:00' });
  await assert.rejects(updateLink(app, ada, id, { url: target, expiry: '2026-03-03' }), { field: 'expiry' });
});

test('rejects a taken, reserved or malformed alias', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addLink(app, ada, { url: target, alias: 'taken' });
  const { id } = await addLink(app, ada, full);
  await assert.rejects(updateLink(app, ada, id, { url: target, alias: 'taken' }), {
    kind: 'conflict',
    field: 'custom',
  });
  for (const alias of ['api', 'a b', 'ab'])
    await assert.rejects(updateLink(app, ada, id, { url: target, alias }), {
      kind: 'invalid',
      field: 'custom',
    });
});

test('links that are missing or belong to others cannot be updated', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, full);
  await assert.rejects(updateLink(app, bob, id, { url: target }), { kind: 'missing' });
  await assert.rejects(updateLink(app, ada, '999999999', { url: target }), { kind: 'missing' });
});

testWithDatabase('broadcasts both aliases when a link’s alias changes', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, full);
  const heard = new Set<string>();
  const both = new Promise<void>((resolve) => {
    app.broadcast.subscribe('links.changed', (payload) => {
      heard.add((payload as { alias: string }).alias);
      if (heard.has('spring') && heard.has('moved')) resolve();
    });
  });
  await updateLink(app, ada, id, { url: target, alias: 'moved' });
  await both;
});
