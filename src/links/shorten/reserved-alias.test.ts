import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { eraseLinks } from '../account/erase.ts';
import { addBio, deleteBio, updateBio } from '../bio/bios.ts';
import { checkImport } from '../transfer/import/check-import.ts';
import { addLinkImport } from '../transfer/import/imports.ts';
import { findPreview } from '../transfer/import/reading.ts';
import { addLink } from './add-links.ts';
import { changeLinks } from './bulk.ts';
import { deleteLink, restoreLink, updateLink } from './change-links.ts';
import { releaseAliases } from './jobs.ts';

const url = 'https://example.com/page';
const taken = { kind: 'conflict', field: 'custom', message: /is taken/ };

/** All actions that give up an alias. */
const actions: Record<string, (app: App, owner: Viewer) => Promise<unknown>> = {
  'a link is deleted': async (app, owner) => {
    const { id } = await addLink(app, owner, { url, alias: 'spring' });
    await deleteLink(app, owner, id);
  },
  'links are deleted at once': async (app, owner) => {
    const { id } = await addLink(app, owner, { url, alias: 'spring' });
    await changeLinks(app, owner, { ids: [id] }, { act: 'delete' });
  },
  'a link gets another alias': async (app, owner) => {
    const { id } = await addLink(app, owner, { url, alias: 'spring' });
    await updateLink(app, owner, id, { url, alias: 'summer' });
  },
  'a bio page is deleted': async (app, owner) => {
    const { id } = await addBio(app, owner, { title: 'Ada', alias: 'spring' });
    await deleteBio(app, owner, id);
  },
  'a bio page gets another alias': async (app, owner) => {
    const { id } = await addBio(app, owner, { title: 'Ada', alias: 'spring' });
    await updateBio(app, owner, id, { alias: 'summer' });
  },
  'the account is erased': async (app, owner) => {
    await addLink(app, owner, { url, alias: 'spring' });
    await eraseLinks(app, owner.id);
  },
};

for (const [title, giveUp] of Object.entries(actions))
  test(`when ${title}, only the former owner can use its alias for 30 days`, async (app) => {
    const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
    await giveUp(app, ada);
    const bobs = await addLink(app, bob, { url, alias: 'bobs' });
    app.clock.turn(days(30) - 1);
    await releaseAliases(app);
    const tries: ((app: App) => Promise<unknown>)[] = [
      (app: App) => addLink(app, bob, { url, alias: 'spring' }),
      (app: App) => addBio(app, bob, { title: 'Bob', alias: 'spring' }),
      (app: App) => updateLink(app, bob, bobs.id, { url, alias: 'spring' }),
    ];
    for (const take of tries) await assert.rejects(inTransaction(app, take), taken);
    await inTransaction(app, async (app) => {
      const { id } = await addLink(app, ada, { url, alias: 'spring' });
      await deleteLink(app, ada, id);
      await restoreLink(app, ada, id);
      await app.db.deleteFrom('links.link').where('id', '=', id).execute();
    });
    app.clock.turn(days(30));
    await releaseAliases(app);
    assert.equal((await addLink(app, bob, { url, alias: 'spring' })).alias, 'spring');
  });

test('an import preview does not count a reserved alias, except for its former owner', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await actions['a link is deleted']?.(app, ada);
  for (const [viewer, created] of [
    [bob, 0],
    [ada, 1],
  ] as const) {
    const { id } = await addLinkImport(app, viewer, {
      name: 'a.csv',
      body: Buffer.from(`url,alias\n${url},spring`),
    });
    await checkImport(app, { id });
    assert.equal((await findPreview(app, id))?.created, created);
  }
});

testWithDatabase('an alias cannot be taken while its link is being deleted', async ({ app }) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, { url, alias: 'spring' });
  const taking = await inTransaction(app, async (inside) => {
    await deleteLink(inside, ada, id);
    // This waits for the unique index until the deletion has committed.
    return [addLink(app, bob, { url, alias: 'spring' }).catch((error: unknown) => error)];
  });
  const [result] = await Promise.all(taking);
  assert.deepEqual([(result as Error).name, (result as { kind?: string }).kind], ['Problem', 'conflict']);
});
