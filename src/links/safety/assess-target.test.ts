import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addLink } from '../shorten/add-links.ts';
import { deleteLink, restoreLink, updateLink } from '../shorten/change-links.ts';
import { findLinkOf } from '../link/link.ts';

const heldFor = async (app: Parameters<typeof addLink>[0], id: string) =>
  app.db.selectFrom('links.link').select(['held_at', 'held_for']).where('id', '=', id).executeTakeFirst();

test('a link with a suspicious destination is created and held, and released when its destination changes', async (app) => {
  const ada = await addPerson(app, 'ada');
  const link = await addLink(app, ada, { url: 'https://paypal-login.example/' });
  assert.deepEqual(await heldFor(app, link.id), { held_at: app.clock.now(), held_for: 'lookalike' });
  await updateLink(app, ada, link.id, { url: 'https://example.com/' });
  assert.deepEqual(await heldFor(app, link.id), { held_at: null, held_for: null });
  await updateLink(app, ada, link.id, { url: 'https://example.com/setup.msi' });
  assert.equal((await heldFor(app, link.id))?.held_for, 'program');
});

test('a link that an operator approved is not held again while its destination is unchanged', async (app) => {
  const ada = await addPerson(app, 'ada');
  const url = 'https://example.com/setup.exe';
  const link = await addLink(app, ada, { url });
  await app.db.updateTable('links.link').set({ held_at: null, held_for: null }).execute();
  await updateLink(app, ada, link.id, { url, title: 'Setup' });
  assert.equal((await heldFor(app, link.id))?.held_at, null);
});

test('rejects links to blocked domains, blocked keywords and our own branded domains', async (app) => {
  const ada = await addPerson(app, 'ada');
  const now = app.clock.now();
  await app.db
    .insertInto('links.safety_entry')
    .values([
      { list: 'domain', value: 'xn--bse-sna.example', outcome: 'refuse', reason: 'Phishing', added_at: now },
      { list: 'keyword', value: 'free money', outcome: 'refuse', added_at: now },
    ])
    .execute();
  await app.db
    .insertInto('links.domain')
    .values({ account_id: ada.id, host: 'go.example', created_at: now })
    .execute();
  for (const url of [
    'https://www.böse.example/x',
    'https://example.com/Free%20Money',
    'https://go.example/a',
  ])
    await assert.rejects(addLink(app, ada, { url }), { kind: 'invalid', field: 'url' }, url);
  const { id } = await addLink(app, ada, { url: 'https://example.com/' });
  await assert.rejects(updateLink(app, ada, id, { url: 'https://go.example/a' }), { field: 'url' });
});

test('a deleted link to a destination that is now blocked cannot be restored', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, { url: 'https://evil.example/' });
  await deleteLink(app, ada, id);
  const entry = { list: 'domain', value: 'evil.example', outcome: 'refuse', added_at: app.clock.now() };
  await app.db.insertInto('links.safety_entry').values(entry).execute();
  await assert.rejects(restoreLink(app, ada, id), { kind: 'invalid', field: 'url' });
  assert.equal(await findLinkOf(app, ada.id, id), undefined);
});
